/** The questions of the quiz, in the order of the form; the URL contains the answers. */
export const asked = {
  who: ["me", "child"],
  been: ["never", "some", "often"],
  want: ["low", "rope", "stronger", "together"],
} as const;
