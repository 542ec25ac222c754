import { linkTo } from "@uola/page-loader/locale.ts";
import { PrimaryButton } from "@uola/ui/buttons.tsx";
import { say } from "@uola/words/site";

/** The search form; works without JavaScript. */
export function SearchForm({ asked = "" }: { asked?: string }) {
  return (
    <search className="relative mt-6 block">
      <form action={linkTo("/search/")} className="flex max-w-[640px] flex-wrap gap-3">
        <div className="field min-w-[200px] flex-1">
          <label htmlFor="q" className="visually-hidden">
            {say("search.label")}
          </label>
          {/* A new search remounts the field, so that it initially contains the text that was searched for. */}
          <input
            key={asked}
            id="q"
            name="q"
            type="search"
            required
            maxLength={80}
            className="input"
            defaultValue={asked}
            placeholder={say("search.label")}
          />
        </div>
        <PrimaryButton type="submit">{say("search.do")}</PrimaryButton>
      </form>
    </search>
  );
}
