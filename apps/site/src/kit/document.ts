/** The document of `/kit/`, which the development server alone serves; nothing of a build leads to it. */
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
