/** The folders whose code makes up the website, in browsers or on its server. */
export const webFolders = [
  "apps/admin/src",
  "apps/site/src",
  "apps/web/src",
  "packages/browser/src",
  "packages/page-loader/src",
  "packages/ui/src",
];

export const isWebSource = (path: string): boolean => webFolders.some((folder) => path.startsWith(`${folder}/`));
