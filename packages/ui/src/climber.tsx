import { climber, type Pose } from "@uola/art";

/**
 * A decorative figure of a climber, cut from ink, with chalked hands; the adjacent text describes
 * the action.
 */
export function Climber({ pose, className = "" }: { pose: Pose; className?: string }) {
  const { head, body, limbs, hands, feet } = climber(pose);
  return (
    <svg aria-hidden="true" viewBox="0 0 200 320" className={className}>
      <g stroke="#0c1a4b" strokeLinejoin="round" strokeLinecap="round" fill="none">
        <path strokeWidth="22" d={limbs} />
        <path strokeWidth="14" fill="#0c1a4b" d={body} />
      </g>
      <circle cx={head[0]} cy={head[1]} r="19" fill="#0c1a4b" />
      <g fill="#f5f0e4">
        {[...hands, ...feet].map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="12" />
        ))}
      </g>
    </svg>
  );
}
