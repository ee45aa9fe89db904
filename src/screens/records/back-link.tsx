import { useLocation } from 'wouter'
import { links } from '../../../contract/links.ts'
import { Button } from '../../ui/button.tsx'

/** Back to the previous screen as it was; to a new search where the record was opened by its address. */
export const BackLink = () => {
  const [, navigate] = useLocation()
  return (
    <Button
      variant="quiet"
      size="sm"
      icon="arrow-left"
      className="-ml-2"
      onClick={() => {
        if (history.length > 1) history.back()
        else navigate(links.newSearch())
      }}
    >
      Back
    </Button>
  )
}
