import type { ReactNode } from "react";

type FileButtonProps = {
  children: ReactNode;
  accept?: string | undefined;
  multiple?: boolean;
  disabled?: boolean;
  onPick: (files: File[]) => void;
};

/** Opens the file picker; the same file can be selected again. */
export const FileButton = ({ children, accept, multiple = false, disabled = false, onPick }: FileButtonProps) => (
  <label className="pill relative has-focus-visible:outline-3 has-focus-visible:outline-offset-3">
    <input
      className="visually-hidden"
      type="file"
      accept={accept}
      multiple={multiple}
      disabled={disabled}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        target.value = "";
        if (files.length > 0) onPick(files);
      }}
    />
    {children}
  </label>
);
