export type HowToInstall = { title: string; ways: readonly string[]; note: string }

const later = 'You can also do this later. Help has the steps.'

/** The presses that install the app in this browser; where it cannot, a browser that can. */
export const howToInstall = ({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): HowToInstall => {
  // An iPad claims to be a Mac, but no Mac has a touch screen.
  const isMac = /Macintosh/.test(userAgent)
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && maxTouchPoints > 1))
    return {
      title: 'Add Fieldbook to your Home Screen',
      ways: ['Tap Share in the browser', 'Tap “Add to Home Screen”', 'Tap “Add”'],
      note: 'The first time you open it there, log in and make your list available offline once more.',
    }
  if (/Android/.test(userAgent))
    return {
      title: 'Add Fieldbook to your phone',
      ways: ['Open the browser menu', 'Tap “Install app” or “Add to Home screen”', 'Tap “Install”'],
      note: later,
    }
  if (/Firefox\//.test(userAgent))
    return {
      title: 'Install Fieldbook',
      ways: ['Open Fieldbook in Chrome or Edge', 'Choose “Install Fieldbook” in the browser menu'],
      note: 'Firefox can’t install apps on a computer. Your list works offline here too.',
    }
  if (isMac && !/Chrome\//.test(userAgent))
    return {
      title: 'Add Fieldbook to your Dock',
      ways: ['Open the File menu', 'Choose “Add to Dock”'],
      note: later,
    }
  return {
    title: 'Install Fieldbook',
    ways: ['Open the browser menu', 'Choose “Install Fieldbook”'],
    note: later,
  }
}
