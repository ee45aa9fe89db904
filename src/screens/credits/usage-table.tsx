import { Act } from '../../../contract/org/members.ts'
import { actNames } from '../../shared/credits/copy.ts'
import { formatDay, formatNumber } from '../../lib/format.ts'
import type { Day } from './days.ts'

export const UsageTable = ({ days }: { days: readonly Day[] }) => (
  <div className="max-h-80 overflow-auto scroll-quiet" role="region" aria-label="Usage by day">
    <table className="tabular w-full text-13">
      <thead>
        <tr className="text-left text-ink-faint">
          <Head>Day</Head>
          {Act.options.map((act) => (
            <Head key={act} end>
              {actNames[act]}
            </Head>
          ))}
          <Head end>Total</Head>
          <Head end>Refunded</Head>
        </tr>
      </thead>
      <tbody>
        {days
          .filter(({ total, refunded }) => total > 0 || refunded > 0)
          .toReversed()
          .map(({ day, spent, total, refunded }) => (
            <tr key={day} className="border-t border-line">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal whitespace-nowrap">
                {formatDay(day)}
              </th>
              {Act.options.map((act) => (
                <Figure key={act}>{spent[act]}</Figure>
              ))}
              <Figure strong>{total}</Figure>
              <Figure>{refunded}</Figure>
            </tr>
          ))}
      </tbody>
    </table>
  </div>
)

const Head = ({ end = false, children }: { end?: boolean; children: string }) => (
  <th
    scope="col"
    className={`sticky top-0 bg-card py-1.5 font-medium whitespace-nowrap ${end ? 'pl-3 text-right' : 'pr-3'}`}
  >
    {children}
  </th>
)

const Figure = ({ strong = false, children }: { strong?: boolean; children: number }) => (
  <td
    className={`py-1.5 pl-3 text-right ${strong ? 'font-medium' : children === 0 ? 'text-ink-faint' : ''}`}
  >
    {formatNumber(children)}
  </td>
)
