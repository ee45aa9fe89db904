import type { Installation } from '../../../contract/org/installation.ts'
import { Row, Rows } from './rows.tsx'

export const FlagList = ({ flags }: Pick<Installation, 'flags'>) => (
  <Rows title="Flags" empty="" items={flags}>
    {({ flag, gates, platform, organisations }) => (
      <Row
        key={flag}
        name={flag}
        badge={<span className="text-13 text-ink-soft">{platform}</span>}
        note={
          <>
            <span className="block">Gates {gates}.</span>
            {organisations.map(({ name, value }) => (
              <span key={name} className="block">
                {name}: {value}
              </span>
            ))}
          </>
        }
      />
    )}
  </Rows>
)
