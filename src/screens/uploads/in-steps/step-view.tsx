import type { Upload } from '../../../../contract/money/uploads.ts'
import type { Step } from '../steps.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { MatchStep } from './match-step.tsx'
import { OutStep } from './out-step.tsx'
import { ReviewStep } from './review-step.tsx'

/** What a step of an upload shows. Every step asks the server, so its code is fetched then, too, and not kept for offline. */
export const StepView = ({ upload, step }: { upload: Upload; step: Step }) => {
  const View = views[step]
  return <View upload={upload} />
}

const views = { columns: ColumnsStep, match: MatchStep, review: ReviewStep, out: OutStep }
