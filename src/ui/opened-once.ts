import { useState } from 'react'

/** True from the first time that `open` was true: the code of an overlay loads with its first use and stays. */
export const useOpenedOnce = (open: boolean): boolean => {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return opened || open
}
