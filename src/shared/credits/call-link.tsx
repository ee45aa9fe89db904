import { CallNumber, type NumberToCall } from './call-number.tsx'
import { CopyButton } from './copy-button.tsx'
import { formatPhone } from './format-phone.ts'

/** A number to call and copy; asks first if it is on the Do Not Call Register or was not checked lately. */
export const CallLink = ({ copies = true, ...called }: NumberToCall & { copies?: boolean }) => {
  const text = formatPhone(called.number)
  const copy = copies && <CopyButton value={called.number} what="number" />
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <CallNumber
        {...called}
        renderLink={(address) => (
          <>
            <a href={address} className={looks}>
              {text}
            </a>
            {copy}
          </>
        )}
        renderButton={({ listed, why, onPress }) => (
          <>
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={`${text}, ${why}`}
              onClick={onPress}
              className={looks}
            >
              {text}
            </button>
            {/* Copying is no call, but a listed number asks before a copy too. */}
            {!listed && copy}
          </>
        )}
      />
    </span>
  )
}

const looks =
  'min-w-0 truncate text-accent-strong underline decoration-line-strong underline-offset-4 hover:decoration-accent'
