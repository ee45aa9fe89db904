import { useState } from 'react'

/** True from the first time `open` was true: an overlay's code loads with its first use and then stays. */
export const useOpenedOnce = (open: boolean): boolean => {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return opened || open
}
