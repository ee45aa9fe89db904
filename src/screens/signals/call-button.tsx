import { CallNumber, type NumberToCall } from '../../shared/credits/call-number.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

export const CallButton = (called: NumberToCall) => {
  const label = `Call ${called.name}`
  return (
    <CallNumber
      {...called}
      renderLink={(address) => (
        <a href={address} aria-label={label} className={buttonClass('plain', 'sm')}>
          <Icon name="phone" size={18} />
          Call
        </a>
      )}
      renderButton={({ listed, why, onPress }) => (
        <Button
          size="sm"
          icon="phone"
          aria-haspopup="dialog"
          aria-label={`${label}, ${why}`}
          className={listed ? 'text-danger!' : undefined}
          onClick={onPress}
        >
          Call
        </Button>
      )}
    />
  )
}
