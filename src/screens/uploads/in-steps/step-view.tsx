import type { Upload } from '../../../../contract/money/uploads.ts'
import type { Step } from '../steps.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { MatchStep } from './match-step.tsx'
import { OutStep } from './out-step.tsx'
import { ReviewStep } from './review-step.tsx'

/** Renders a step of an upload. Each step needs the server, so its chunk is not precached. */
export const StepView = ({ upload, step }: { upload: Upload; step: Step }) => {
  const View = views[step]
  return <View upload={upload} />
}

const views = { columns: ColumnsStep, match: MatchStep, review: ReviewStep, out: OutStep }
