import { Group, Skeleton } from '@mantine/core'
import { api } from '@portreeve/contract'
import { useParams } from '@tanstack/react-router'
import { useData } from '../../data/use-data.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { ExistingTemplate } from './ExistingTemplate.tsx'
import { NewTemplate } from './NewTemplate.tsx'

/** EML-03, EML-04 */
export function EmailTemplateScreen() {
  const { name } = useParams({ from: '/shell/email-templates/$name' })
  return name === 'new' ? <NewTemplate /> : <LoadedTemplate key={name} name={name} />
}

function LoadedTemplate({ name }: { name: string }) {
  const loaded = useData(
    api.emailTemplates.get,
    { params: { id: name } },
    // EML-24
    { failed: 'Error loading template' },
  )
  // A deleted template must not be shown from the cache; after any other failure the cached one stays.
  const template = loaded.failure?.status === 404 ? undefined : loaded.data?.Template
  return (
    <>
      {/* EML-14 */}
      <PageHead title={name} />
      {loaded.failure && <FailedState message="The template could not be loaded." onRetry={loaded.reload} />}
      {template && <ExistingTemplate name={name} template={template} />}
      {loaded.loading && (
        <>
          <Group mb="lg">
            <Skeleton height={36} width={240} />
          </Group>
          <LinesSkeleton lines={8} height={36} />
        </>
      )}
    </>
  )
}
