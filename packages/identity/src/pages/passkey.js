// Forms for passkeys. They stay hidden without this script, and in browsers without passkeys.
const { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill, startAuthentication, startRegistration } =
  window.SimpleWebAuthnBrowser;
// Shorter than the lifetime of a challenge.
const renewMs = 4 * 60_000;

/** @param {HTMLFormElement} form */
function attend(form) {
  const { options, make, autofill, known, stopped } = form.dataset;
  const said = form.querySelector("[role=status]");

  async function ask(useBrowserAutofill) {
    const answer = await fetch(options, { method: "POST" });
    if (!answer.ok) return location.reload();
    const optionsJSON = await answer.json();
    const response = make
      ? await startRegistration({ optionsJSON })
      : await startAuthentication({ optionsJSON, useBrowserAutofill });
    form.elements.response.value = JSON.stringify(response);
    form.submit();
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    said.textContent = "";
    await ask(false).catch(({ name }) => {
      said.textContent = name === "InvalidStateError" ? known : stopped;
    });
  });
  form.hidden = false;

  async function offer() {
    if (!document.hidden) await ask(true).catch(() => {});
  }
  if (autofill)
    browserSupportsWebAuthnAutofill().then((can) => {
      if (!can) return;
      void offer();
      setInterval(offer, renewMs);
    });
}

if (browserSupportsWebAuthn()) {
  for (const form of document.querySelectorAll("form[data-options]")) attend(form);
  for (const excuse of document.querySelectorAll("[data-without-passkeys]")) excuse.remove();
}
