import { useQuery } from '@tanstack/react-query'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { ProblemState } from '../../ui/problem-state.tsx'
import { ScreenLoading } from './screen-loading.tsx'
import { SourceForm } from './source-form.tsx'
import { SourceList } from './source-list.tsx'
import { SourcePage } from './source-page.tsx'
import { sourcesQuery } from './queries.ts'

/** The list of sources, a source, or its settings. */
export const SourcesView = ({ id, edited }: { id: string | null; edited: string | null }) => {
  const { data, error, refetch, dataUpdatedAt } = useQuery(sourcesQuery(useApi()))
  const offline = useOffline()
  if (data !== undefined) {
    const source = data.sources.find((each) => each.id === (id ?? edited))
    if (edited === 'new' || (edited !== null && source !== undefined))
      return <SourceForm key={edited} source={source} data={data} />
    if (source !== undefined) return <SourcePage key={source.id} source={source} data={data} />
    return <SourceList data={data} updatedAt={dataUpdatedAt} />
  }
  return (
    <Page title="Sources">
      {offline ? (
        <EmptyState drawing="offline" title="Sources aren’t available offline" heading="h2">
          They’ll load when you’re back online.
        </EmptyState>
      ) : error === null ? (
        <ScreenLoading />
      ) : (
        <ProblemState
          error={error}
          title="We couldn’t load the sources"
          onRetry={() => void refetch()}
        />
      )}
    </Page>
  )
}
