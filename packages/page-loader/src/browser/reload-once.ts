const reloadedKey = "uola.reloaded";

/** Reloads the page unless the last reload had the same reason. Returns whether the page is reloaded. */
export function reloadOnce(reason: string): boolean {
  if (recall() === reason || !store(reason)) return false;
  location.reload();
  return true;
}

function recall(): string | null {
  try {
    return sessionStorage.getItem(reloadedKey);
  } catch {
    return null;
  }
}

/**
 * Stores the reason and returns whether this succeeded. Without storage the page would be reloaded
 * again and again.
 */
function store(reason: string): boolean {
  try {
    sessionStorage.setItem(reloadedKey, reason);
    return sessionStorage.getItem(reloadedKey) === reason;
  } catch {
    return false;
  }
}
