/**
 * Length of the password that Paysera assigns to each project. A shorter one could be guessed,
 * because it signs URLs with MD5.
 */
export const payseraPasswordLength = 32;
