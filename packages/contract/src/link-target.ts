// Browsers read a backslash as a slash and drop tabs and line breaks, so `/\\host` and `/\t/host`
// lead to another host.
const unsafe = /[\\\s\p{Cc}]/u;

/**
 * Whether a link entered by the owner leads to a path of this site, or to another site over https,
 * however a client parses it.
 */
export const isLinkTarget = (link: string): boolean => !unsafe.test(link) && /^(\/(?!\/)|https:\/\/.)/.test(link);
