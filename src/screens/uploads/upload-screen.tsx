import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { Link, useSearch } from 'wouter'
import type { Upload } from '../../../contract/money/uploads.ts'
import { links } from '../../../contract/links.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { ApiProblem } from '../../lib/api-errors.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { Callout } from '../../ui/callout.tsx'
import { ChooseFile } from './choose-file.tsx'
import { WithDataExchange } from './with-data-exchange.tsx'
import { InterruptedUpload, UploadProgress } from './upload-progress.tsx'
import { uploadQuery } from './queries.ts'
import { useSender, useSendings } from './sender.ts'
import { stepOf, Steps, type Step } from './steps.tsx'
import { useDeleting } from './use-deleting.tsx'
import { refusalOf } from './copy.ts'

const StepView = lazy(() =>
  import('./in-steps/step-view.tsx').then((m) => ({ default: m.StepView })),
)

/** An upload from the file to its result; the address holds its id and step. */
export const UploadScreen = () => {
  const id = new URLSearchParams(useSearch()).get('id')
  const looked = useResumeSendings()
  const sending = useSendings().find((each) => each.id === id)
  if (id === null)
    return (
      <Frame title="Upload" steps={<Steps upload={null} at="file" />}>
        <WithDataExchange>
          <ChooseFile />
        </WithDataExchange>
      </Frame>
    )
  if (sending !== undefined)
    return (
      <Frame title={sending.name} steps={<Steps upload={null} at="file" />}>
        <UploadProgress sending={sending} />
      </Frame>
    )
  return <KnownUpload key={id} id={id} looked={looked} />
}

const useResumeSendings = (): boolean => {
  const sender = useSender()
  const [looked, setLooked] = useState(false)
  useEffect(() => {
    void sender?.goOn().then(() => setLooked(true))
  }, [sender])
  return looked
}

const Frame = ({
  title,
  steps,
  actions,
  children,
}: {
  title: string
  steps: ReactNode
  actions?: ReactNode
  children: ReactNode
}) => (
  <Page
    title={title}
    actions={
      <>
        {actions}
        <Link href={links.dataExchange()} className={buttonClass('quiet')}>
          <Icon name="arrow-left" size={18} />
          All files
        </Link>
      </>
    }
  >
    <div className="-mt-2 mb-5">{steps}</div>
    {children}
  </Page>
)

const KnownUpload = ({ id, looked }: { id: string; looked: boolean }) => {
  const { data, error, refetch } = useQuery(uploadQuery(useApi(), id))
  const offline = useOffline()
  const stepParam = new URLSearchParams(useSearch()).get('step')
  if (data !== undefined) {
    if (data.receivedBytes < data.size)
      return (
        <Frame title={data.name} steps={<Steps upload={data} at="file" />}>
          {looked && <InterruptedUpload upload={data} />}
        </Frame>
      )
    return <InSteps upload={data} step={stepOf(data, stepParam)} offline={offline} />
  }
  if (error !== null || offline)
    return (
      <Frame title="Upload" steps={<Steps upload={null} at="file" />}>
        {error instanceof ApiProblem && error.status === 404 ? (
          <EmptyState
            drawing="search"
            heading="h2"
            title="We can’t find this file"
            action={
              <Link href={links.upload()} className={buttonClass('primary')}>
                Upload a file
              </Link>
            }
          >
            It may have been deleted, or belongs to another company.
          </EmptyState>
        ) : (
          <ErrorState title="We couldn’t load this file" onRetry={() => void refetch()}>
            {offline || error === null
              ? 'You’re offline, and haven’t opened this file on this device. It’s safe.'
              : refusalOf(error)}
          </ErrorState>
        )}
      </Frame>
    )
  return (
    <Frame title="Upload" steps={<Steps upload={null} at="file" />}>
      <Delayed>
        <Skeleton className="h-64 w-full" />
      </Delayed>
    </Frame>
  )
}

const InSteps = ({ upload, step, offline }: { upload: Upload; step: Step; offline: boolean }) => {
  const { deleteButton } = useDeleting(upload, true)
  const { role } = useIdentity()
  return (
    <Frame
      title={upload.name}
      steps={<Steps upload={upload} at={step} />}
      actions={upload.isOwner || role === 'admin' ? deleteButton : undefined}
    >
      <div className="flex flex-col gap-4">
        {offline && (
          <Callout icon="offline">
            You’re offline, so this may be out of date. You can’t change it until you reconnect.
          </Callout>
        )}
        {upload.state === 'FAILED' && upload.columns !== null && (
          <Callout icon="warning" tone="danger" role="alert">
            {upload.reason ?? 'Something went wrong with this file.'}
          </Callout>
        )}
        <Suspense fallback={<PartComes />}>
          <StepView upload={upload} step={step} />
        </Suspense>
      </div>
    </Frame>
  )
}

const PartComes = () => (
  <Delayed>
    <Skeleton className="h-64 w-full" />
  </Delayed>
)
