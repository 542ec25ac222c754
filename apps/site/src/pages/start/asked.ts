/** What the quiz asks, in the order of the form; the address has the answers. */
export const asked = {
  who: ["me", "child"],
  been: ["never", "some", "often"],
  want: ["low", "rope", "stronger", "together"],
} as const;
