import { runHook } from "@uola/browser/hook.testing.tsx";
import { PlatformError } from "@uola/client";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Form } from "./form.tsx";
import { type Saving, type StoredDraft, useEntityForm } from "./use-entity-form.ts";

type Draft = { name: string; price: string; hidden: boolean };
const first: StoredDraft<Draft> = { draft: { name: "Įvadas", price: "25", hidden: false }, revision: "1" };

/** Opens a form for an item on the platform; `refusals` are thrown by the next attempts to save it. */
async function opened(given: Partial<Parameters<typeof useEntityForm<Draft>>[0]> = {}) {
  const kept: Saving<Draft>[] = [];
  const refusals: unknown[] = [];
  let saved = 0;
  const hook = await runHook(() =>
    useEntityForm<Draft>({
      kept: first,
      label: (field) => ({ name: "Pavadinimas", price: "Kaina, €", hidden: "Paslėpta" })[field],
      check: ({ name }) => (name.trim() ? {} : { name: "Įrašykite pavadinimą." }),
      fieldOf: (path) => (path.endsWith("price") ? "price" : undefined),
      save: async (saving) => {
        const refusal = refusals.shift();
        if (refusal) throw refusal;
        kept.push(saving);
      },
      onSaved: () => saved++,
      ...given,
    }),
  );
  const type = (field: "name" | "price", value: string) =>
    hook.do((form) => form.text(field).onChange({ target: { value } }));
  const submit = () => hook.do((form) => form.submit());
  const page = () =>
    renderToStaticMarkup(
      <Form form={hook.now()} wrong="Dar neišsaugota">
        laukeliai
      </Form>,
    );
  return { hook, kept, refusals, type, submit, page, savedTimes: () => saved };
}

describe("a form", () => {
  test("the form submits the changed fields together with the initial state", async () => {
    const { hook, kept, type, submit, savedTimes } = await opened();
    expect(hook.now().isChanged).toBe(false);
    await type("price", "28");
    await hook.do((form) => form.check("hidden").onChange({ target: { checked: true } }));
    expect(hook.now().isChanged).toBe(true);
    await submit();
    const draft = { name: "Įvadas", price: "28", hidden: true };
    expect(kept).toEqual([{ draft, changed: { price: "28", hidden: true }, before: first }]);
    expect(savedTimes()).toBe(1);
    await hook.end();
  });

  test("a form submitted twice at once is saved once and can be submitted again later", async () => {
    const { hook, kept, type, submit, savedTimes } = await opened();
    await type("price", "28");
    await hook.do((form) => Promise.all([form.submit(), form.submit()]));
    expect([kept.length, savedTimes()]).toEqual([1, 1]);
    await submit();
    expect(kept.length).toBe(2);
    await hook.end();
  });

  test("sends no request if nothing was changed, unless the item is new", async () => {
    const old = await opened();
    await old.submit();
    expect([old.kept.length, old.savedTimes()]).toEqual([0, 1]);
    await old.hook.end();
    const made = await opened({ isNew: true });
    await made.submit();
    expect([made.kept.length, made.savedTimes()]).toEqual([1, 1]);
    await made.hook.end();
  });

  test("shows an error at the field and in the summary, and sends nothing", async () => {
    const { hook, kept, type, submit, page } = await opened({ prefix: "service-" });
    await type("name", " ");
    await submit();
    expect(hook.now().text("name")).toMatchObject({ id: "service-name", error: "Įrašykite pavadinimą.", value: " " });
    expect(page()).toContain('href="#service-name">Pavadinimas: įrašykite pavadinimą.</a>');
    expect(kept).toEqual([]);
    await hook.end();
  });

  test("without labels, the error summary shows only the messages under the page's heading", async () => {
    const { hook, type, submit, page } = await opened({ label: () => "" });
    await type("name", "");
    await submit();
    expect(page()).toContain(">Dar neišsaugota</h2>");
    expect(page()).toContain('href="#name">Įrašykite pavadinimą.</a>');
    await hook.end();
  });

  test("without a heading for errors, the form shows the error at the field only", async () => {
    const { hook, type, submit } = await opened();
    await type("name", "");
    await submit();
    expect(renderToStaticMarkup(<Form form={hook.now()}>laukeliai</Form>)).not.toContain("error-summary");
    expect(hook.now().text("name").error).toBe("Įrašykite pavadinimą.");
    await hook.end();
  });

  test("keeps typed values after a rejection and links to the rejected fields", async () => {
    const { hook, refusals, type, submit, page, savedTimes } = await opened();
    const fieldViolations = [{ field: "service.payment.price", description: "", violatedRule: "OTHER", data: {} }];
    refusals.push(new PlatformError("", { kind: "validation", status: 400, fieldViolations }));
    await type("price", "daug");
    await submit();
    expect([hook.now().draft.price, hook.now().busy, savedTimes()]).toEqual(["daug", false, 0]);
    expect(page()).toContain('href="#price">Kaina, €</a>');
    await submit();
    expect(savedTimes()).toBe(1);
    await hook.end();
  });

  test("after a concurrent change, the form keeps both users' changes and lists the other user's", async () => {
    const theirs: StoredDraft<Draft> = { draft: { name: "Įvadas vaikams", price: "30", hidden: false }, revision: "2" };
    const { hook, kept, refusals, type, submit, page } = await opened({ reread: async () => theirs });
    refusals.push(new PlatformError("", { kind: "application", status: 409, code: "REVISION_MISMATCH" }));
    await type("price", "28");
    await submit();
    expect(hook.now().draft).toEqual({ name: "Įvadas vaikams", price: "28", hidden: false });
    expect(page()).toContain("Įvadas vaikams");
    expect(page()).toContain("Kas nors kitas ką tik tai pakeitė");
    await submit();
    expect(kept.map(({ changed, before }) => [changed, before.revision])).toEqual([[{ price: "28" }, "2"]]);
    await hook.end();
  });
});
