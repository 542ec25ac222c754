/**
 * A paper cut-out of a person, posed by joints in a box of 200 × 320. The body has one colour, the
 * hands and feet another. Arms and legs are given from the body outwards.
 */
type Point = readonly [x: number, y: number];
type Limb = readonly [root: Point, joint: Point, end: Point];
type Figure = {
  head: Point;
  shoulders: readonly [Point, Point];
  hips: readonly [Point, Point];
  arms: readonly [Limb, Limb];
  legs: readonly [Limb, Limb];
};

const figure = (
  head: Point,
  shoulders: Figure["shoulders"],
  hips: Figure["hips"],
  arms: readonly [joint: Point, end: Point][],
  legs: readonly [joint: Point, end: Point][],
): Figure => {
  const limb = (roots: readonly [Point, Point], bends: readonly [Point, Point][], n: 0 | 1): Limb => {
    const [joint, end] = bends[n] ?? [roots[n], roots[n]];
    return [roots[n], joint, end];
  };
  return {
    head,
    shoulders,
    hips,
    arms: [limb(shoulders, arms, 0), limb(shoulders, arms, 1)],
    legs: [limb(hips, legs, 0), limb(hips, legs, 1)],
  };
};

const figures = {
  /** Holds on to a hold overhead with both hands. */
  reach: figure(
    [100, 104],
    [
      [72, 136],
      [128, 136],
    ],
    [
      [82, 206],
      [118, 206],
    ],
    [
      [
        [44, 100],
        [60, 52],
      ],
      [
        [156, 100],
        [140, 52],
      ],
    ],
    [
      [
        [40, 226],
        [56, 288],
      ],
      [
        [162, 224],
        [146, 276],
      ],
    ],
  ),
  /** Places a heel on a hold at hip height. */
  heel: figure(
    [88, 110],
    [
      [60, 142],
      [116, 138],
    ],
    [
      [78, 208],
      [112, 206],
    ],
    [
      [
        [32, 108],
        [44, 62],
      ],
      [
        [140, 104],
        [132, 56],
      ],
    ],
    [
      [
        [62, 250],
        [84, 302],
      ],
      [
        [152, 228],
        [176, 190],
      ],
    ],
  ),
  /** Belays: one hand on the rope above, the other below. */
  belay: figure(
    [100, 74],
    [
      [70, 108],
      [130, 108],
    ],
    [
      [82, 184],
      [118, 184],
    ],
    [
      [
        [46, 148],
        [74, 186],
      ],
      [
        [162, 92],
        [134, 50],
      ],
    ],
    [
      [
        [78, 246],
        [72, 306],
      ],
      [
        [124, 246],
        [132, 306],
      ],
    ],
  ),
  /** Hangs by both arms with the knees drawn up. */
  hang: figure(
    [100, 108],
    [
      [74, 142],
      [126, 142],
    ],
    [
      [84, 212],
      [116, 212],
    ],
    [
      [
        [70, 96],
        [66, 50],
      ],
      [
        [130, 96],
        [134, 50],
      ],
    ],
    [
      [
        [46, 214],
        [62, 268],
      ],
      [
        [154, 214],
        [138, 268],
      ],
    ],
  ),
  /** Stands behind another person with both hands raised to spot them. */
  spot: figure(
    [84, 88],
    [
      [58, 122],
      [112, 122],
    ],
    [
      [68, 196],
      [102, 196],
    ],
    [
      [
        [92, 92],
        [130, 64],
      ],
      [
        [140, 138],
        [166, 104],
      ],
    ],
    [
      [
        [56, 252],
        [52, 308],
      ],
      [
        [120, 250],
        [126, 308],
      ],
    ],
  ),
  /** Falls, looking down. */
  fall: figure(
    [108, 86],
    [
      [76, 110],
      [132, 120],
    ],
    [
      [76, 188],
      [112, 194],
    ],
    [
      [
        [44, 92],
        [30, 58],
      ],
      [
        [160, 100],
        [170, 64],
      ],
    ],
    [
      [
        [50, 226],
        [64, 276],
      ],
      [
        [136, 230],
        [120, 278],
      ],
    ],
  ),
  /** Lands on both feet with deeply bent knees. */
  land: figure(
    [96, 148],
    [
      [72, 178],
      [126, 180],
    ],
    [
      [76, 242],
      [112, 244],
    ],
    [
      [
        [52, 206],
        [92, 226],
      ],
      [
        [150, 206],
        [112, 228],
      ],
    ],
    [
      [
        [44, 256],
        [62, 304],
      ],
      [
        [146, 256],
        [134, 304],
      ],
    ],
  ),
  /** Rolls on the back with the feet in the air. */
  roll: figure(
    [36, 268],
    [
      [62, 244],
      [66, 284],
    ],
    [
      [122, 262],
      [124, 288],
    ],
    [
      [
        [82, 216],
        [114, 224],
      ],
      [
        [92, 236],
        [124, 246],
      ],
    ],
    [
      [
        [164, 226],
        [192, 190],
      ],
      [
        [172, 254],
        [198, 222],
      ],
    ],
  ),
} as const;
export type Pose = keyof typeof figures;
export const poses = Object.keys(figures) as Pose[];

const at = ([x, y]: Point) => `${x} ${y}`;
const line = ([root, joint, end]: Limb) => `M${at(root)}L${at(joint)} ${at(end)}`;

/**
 * Returns the pieces of a figure as paths and points within its box. Arms, legs and body are
 * strokes with their own widths.
 */
export function climber(pose: Pose) {
  const { head, shoulders, hips, arms, legs } = figures[pose];
  const [left, right] = shoulders;
  const [first, second] = hips;
  return {
    head,
    body: `M${at(left)}L${at(right)} ${at(second)} ${at(first)}z`,
    limbs: [...arms, ...legs].map(line).join(""),
    hands: arms.map(([, , end]) => end),
    feet: legs.map(([, , end]) => end),
  };
}
