/** A wipe has begun and is not known to be complete. Kept until a page that started afterwards found the device clean. */
export const wipeFlag = 'fieldbook.wipe-pending'
/** This device has signed out and the sign-in service has not yet been told. Says nothing of who it was. */
export const revokeFlag = 'fieldbook.revoke-pending'

/** Whether a flag is up; false where storage is refused, for then nothing was ever kept. */
export const isUp = (flag: string): boolean => {
  try {
    return localStorage.getItem(flag) !== null
  } catch {
    return false
  }
}

export const raise = (flag: string): void => {
  try {
    localStorage.setItem(flag, String(Date.now()))
  } catch {
    // Storage that is full or refused: the wipe itself still runs, it is only not resumed when killed.
  }
}

export const lower = (flag: string): void => {
  try {
    localStorage.removeItem(flag)
  } catch {
    // As above.
  }
}
