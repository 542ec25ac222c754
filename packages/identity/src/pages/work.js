// Solves the proof of work while the person types: finds the counter whose key, derived with `nonce`, begins with `keyPrefix`.
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16));
const hexOf = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function solve({ parameters: { nonce, salt, cost, keyPrefix } }) {
  const start = bytesOf(nonce);
  const password = new Uint8Array(start.length + 4);
  password.set(start);
  const view = new DataView(password.buffer);
  const rules = { name: "PBKDF2", hash: "SHA-256", salt: bytesOf(salt), iterations: cost };
  for (let counter = 0; ; counter++) {
    view.setUint32(start.length, counter);
    const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
    const derivedKey = hexOf(await crypto.subtle.deriveBits(rules, key, 256));
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey };
  }
}

for (const field of document.querySelectorAll("input[data-work]")) {
  const challenge = JSON.parse(field.dataset.work);
  const done = solve(challenge).then((solution) => {
    field.value = btoa(JSON.stringify({ challenge, solution }));
  });
  const { form } = field;
  form.addEventListener("submit", async (event) => {
    if (field.value) return;
    event.preventDefault();
    form.setAttribute("aria-busy", "true");
    await done;
    form.submit();
  });
}
