import { Link, useLocation } from 'wouter'
import { links } from '../../../../contract/links.ts'
import { useCountry } from '../../../lib/ui-state.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Section } from '../../../ui/section.tsx'
import { asFirstChange, searchLink, starts } from '../starts.ts'

const examples = {
  AU: 'builders in Perth over 50 staff using Xero, not government',
  NZ: 'builders in Auckland over 50 staff using Xero, not government',
} as const

export const QuickLinks = () => {
  const country = useCountry()
  const [, navigate] = useLocation()
  const initialPrompt = examples[country]
  return (
    <Section title="Start a search">
      <ul aria-label="Example searches" className="mt-2 flex flex-wrap gap-2">
        {starts.map(({ title, note, icon, values }) => (
          <li key={title}>
            <Link
              href={searchLink({ ...values, country })}
              state={asFirstChange(country)}
              title={note}
              className={buttonClass('plain', 'sm')}
            >
              <Icon name={icon} size={16} className="text-ink-faint" />
              {title}
            </Link>
          </li>
        ))}
        <li className="min-w-0">
          <Button
            size="sm"
            icon="spark"
            className="h-auto! min-h-control max-w-full py-1.5 text-left whitespace-normal! pointer-fine:min-h-8"
            onClick={() => navigate(links.newSearch(), { state: { initialPrompt } })}
          >
            {`Try “${initialPrompt}”`}
          </Button>
        </li>
      </ul>
    </Section>
  )
}
