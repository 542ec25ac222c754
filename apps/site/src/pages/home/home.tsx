import type { Head, PageProps } from "../../loader/page.ts";

type Data = { name: string };

export const head = ({ data }: PageProps<Data>): Head => ({ title: data.name });

export default function Home({ data }: PageProps<Data>) {
  return (
    <main id="content">
      <h1>{data.name}</h1>
    </main>
  );
}
