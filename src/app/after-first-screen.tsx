import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { InstallOffer } from './install-offer.tsx'
import { Keyboard } from './keyboard.tsx'
import { quickSearch } from './quick-search-state.ts'
import { SendingFeedback } from './sending-feedback.tsx'

/** What the shell needs only once its first screen is shown. */
export const AfterFirstScreen = () => {
  useSharedPage()
  return (
    <>
      <Keyboard />
      <InstallOffer />
      <SendingFeedback />
    </>
  )
}

/** Opens quick search for a shared web page (`links.findCompany`), once. */
const useSharedPage = (): void => {
  const [path, navigate] = useLocation()
  useEffect(() => {
    const params = new URLSearchParams(location.search)
    const term = params.get('find')
    if (term === null) return
    params.delete('find')
    navigate([path, params.toString()].filter(Boolean).join('?'), { replace: true })
    Object.assign(quickSearch, { open: true, term })
  }, [path, navigate])
}
