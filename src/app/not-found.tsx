import { Link } from 'wouter'
import { links } from '../../contract/links.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export const NotFound = () => (
  <EmptyState
    drawing="search"
    heading="h1"
    title="Page not found"
    action={
      <Link href={links.home()} className={buttonClass('primary')}>
        Go to Home
      </Link>
    }
  >
    It may have moved, or the link may be incomplete.
  </EmptyState>
)
