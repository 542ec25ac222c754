import type { FileAnswer } from "@uola/kernel";

/** A file that is made before it is sent. */
export const fileOf = (type: string, name: string, bytes: Uint8Array): FileAnswer => ({
  ...{ type, name },
  body: new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  }),
});
