import type { Person } from './records.ts'

type Career = Pick<
  Person,
  'company_id' | 'position' | 'position_cleaned' | 'role_start' | 'history'
>

/** Whether an earlier job at their company was followed by one at another company, before the present role. */
export const cameBack = ({ company_id: company, role_start: start, history }: Career): boolean => {
  const past = history.filter(({ type }) => type === 'historical')
  return past.some(
    ({ company_id: id, to }) =>
      id === company &&
      to !== undefined &&
      past.some(
        ({ company_id: other, from }) =>
          other !== company &&
          from !== undefined &&
          from >= to &&
          (start === undefined || from < start),
      ),
  )
}

/** The day the present role ended, by the person's history: the record still names the company. */
export const leftOn = ({
  company_id: company,
  position,
  position_cleaned: standard,
  role_start: start,
  history,
}: Career): string | undefined =>
  history.some(({ type }) => type === 'current')
    ? undefined
    : history
        .flatMap(({ company_id: id, title, from, to }) =>
          id === company &&
          to !== undefined &&
          (start === undefined || to > start) &&
          (title === position || title === standard || (from !== undefined && from === start))
            ? [to]
            : [],
        )
        .toSorted()
        .at(-1)
