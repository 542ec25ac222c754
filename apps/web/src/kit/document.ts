/** The document of `/kit/`, served by the development server only; no build refers to it. */
export const kitDocument = `<!doctype html>
<html lang="lt">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Kit</title>
  </head>
  <body>
    <div id="site"></div>
    <script type="module" src="/src/kit/main.tsx"></script>
  </body>
</html>`;
