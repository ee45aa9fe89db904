import { useState } from 'react'
import { maxFeedbackPicture } from '../../../contract/core/platform.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { takePicture } from './screen-picture.ts'

/** Takes a picture of `screen` once it is ticked, and shows what would be sent. */
export const FeedbackPicture = ({
  screen,
  picture,
  onPicture,
}: {
  screen: () => Element | null
  picture: string | null
  onPicture: (picture: string | null) => void
}) => {
  const [failed, setFailed] = useState(false)
  const choose = (wanted: boolean): void => {
    const root = wanted ? screen() : null
    const next = root === null ? null : takePicture(root, maxFeedbackPicture)
    setFailed(wanted && next === null)
    onPicture(next)
  }
  return (
    <div>
      <Checkbox
        label="Include a picture of this screen"
        checked={picture !== null}
        onCheckedChange={choose}
      />
      <p role="status" className="text-13 text-ink-soft">
        {failed
          ? 'We couldn’t take a picture. You can send your feedback without it.'
          : 'Emails, phone numbers, photos and what’s in fields are covered.'}
      </p>
      {picture !== null && (
        <img
          src={`data:image/jpeg;base64,${picture}`}
          alt="What we’ll send of this screen"
          className="mt-2 max-h-60 max-w-full rounded-sm border border-line"
        />
      )}
    </div>
  )
}
