/** A placeholder for lines of text; `label` ("Įkeliama…") is only for screen readers. */
export function Skeleton({ lines = 3, label }: { lines?: number; label: string }) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are alike
        <i key={index} style={{ width: `${[92, 64, 78, 48][index % 4]}%` }} />
      ))}
    </div>
  );
}
