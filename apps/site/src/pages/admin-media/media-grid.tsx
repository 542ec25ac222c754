import type { MediaFile } from "@uola/contract";

type MediaGridProps = {
  files: readonly MediaFile[];
  /** Of a choice of several: whether a file is among them. */
  isPicked?: (file: MediaFile) => boolean;
  onPick: (file: MediaFile) => void;
};

/** Files of the library, each a button. */
export function MediaGrid({ files, isPicked, onPick }: MediaGridProps) {
  return (
    <ul className="media-grid">
      {files.map((file) => (
        <li key={file.id}>
          <button type="button" aria-pressed={isPicked?.(file)} onClick={() => onPick(file)}>
            {file.thumbnailUrl ? (
              <img src={file.thumbnailUrl} alt={file.alt} loading="lazy" width={160} height={120} />
            ) : (
              <span className="no-thumb" aria-hidden="true">
                {file.name.split(".").at(-1)}
              </span>
            )}
            <span>{file.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
