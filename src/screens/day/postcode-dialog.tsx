import { useId, useState } from 'react'
import { useApi } from '../../lib/use-api.ts'
import { readDeviceDocs } from '../../offline/device-docs.ts'
import type { Local } from '../../offline/outbox.ts'
import type { ApiClient } from '../../lib/api.ts'
import { postcodeOnDevice, type Postcode } from '../../shared/day-plan/ends.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { Composer } from '../../shared/visits/composer.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** Asks for a postcode and finds its middle. */
export const PostcodeDialog = ({
  isHome,
  onClose,
  onFound,
}: {
  isHome: boolean
  onClose: () => void
  onFound: (found: Postcode) => void
}) => {
  const api = useApi()
  const local = useLocal()
  const formId = useId()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const find = async (): Promise<void> => {
    if (!/^\d{4}$/.test(typed)) return setTrouble('A postcode has four digits.')
    setBusy(true)
    const found = await findPostcode(api, local, typed)
    setBusy(false)
    if (found === null) setTrouble(`We couldn’t find ${typed}. Check it, or try again online.`)
    else onFound(found)
  }
  return (
    <Composer
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={isHome ? 'Where’s home?' : 'Which postcode?'}
      trouble={trouble}
      footer={
        <Button type="submit" form={formId} variant="primary" busy={busy}>
          Save
        </Button>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          void find()
        }}
      >
        <TextField
          label="Postcode"
          inputMode="numeric"
          maxLength={4}
          hint={isHome ? 'Stays on this device.' : undefined}
          value={typed}
          onValueChange={(value) => {
            setTrouble(null)
            setTyped(value.trim())
          }}
        />
      </form>
    </Composer>
  )
}

/** By the records on this device, otherwise by our towns; null where neither knows it. */
const findPostcode = async (
  api: Pick<ApiClient, 'searchTowns'>,
  local: Local,
  postcode: string,
): Promise<Postcode | null> => {
  const { company } = await readDeviceDocs(local.device, local.now())
  const known = postcodeOnDevice(company, postcode)
  if (known !== null) return { postcode, ...known }
  const towns = await api.searchTowns({ q: postcode, size: 1 }).catch(() => null)
  const [town] = towns?.records ?? []
  return town === undefined ? null : { postcode, lat: town.lat, lng: town.lng }
}
