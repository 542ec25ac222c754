import { expect, test } from "vitest";
import { sanitized } from "./sanitized.ts";

test("sanitizing leaves the editor's HTML unchanged", () => {
  const html =
    '<h2>Kaina</h2><p>Nuo <strong>9 €</strong> <em>per dieną</em>,<br />žr. <a href="/prices/">kainas</a></p><ul><li><p>a</p></li></ul>';
  expect(sanitized(html)).toBe(html);
});

test("sanitizing removes scripts, styles, event handlers and unsafe links", () => {
  const html = `<p onclick="x()" style="color:red">a<script>alert(1)</script></p><a href="javascript:alert(1)">b</a>
<img src="data:image/svg+xml,x" onerror="x()"><iframe src="https://evil.example"></iframe><svg><a href="x">c</a></svg>`;
  const shown = sanitized(html);
  expect(shown).not.toMatch(/script|onclick|onerror|style|iframe|svg|data:/i);
  expect(shown).toContain("<p>a</p><a>b</a>");
});

test("external links get rel=noopener, and images from the media library get several sizes", () => {
  expect(sanitized('<a href="https://a.lt" target="_blank">a</a>')).toBe('<a href="https://a.lt" rel="noopener">a</a>');
  const id = "0b2f7c1e-8a6d-4f3b-9c55-1d2e3f405162";
  const shown = sanitized(
    `<figure><img src="/media/${id}/siena.jpg" alt="Siena"><figcaption>Siena</figcaption></figure>`,
  );
  expect(shown).toContain(`src="/media/${id}/960/siena.jpg"`);
  expect(shown).toContain(`/media/${id}/480/siena.jpg 480w`);
  expect(shown).toContain('alt="Siena"');
});
