/** Paysera gives each project a password of this length. A shorter one could be guessed: it signs addresses by MD5. */
export const payseraPasswordLength = 32;
