// Browsers read a backslash as a slash and drop tabs and line ends, so that `/\\host` and `/\t/host` lead to another host.
const unsafe = /[\\\s\p{Cc}]/u;

/** Whether a link that the owner wrote leads to a path of this site, or by https to another site, for every reader of it. */
export const isLinkTarget = (link: string): boolean => !unsafe.test(link) && /^(\/(?!\/)|https:\/\/.)/.test(link);
