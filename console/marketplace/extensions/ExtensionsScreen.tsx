import { api } from '@portreeve/contract'
import { useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { ActionsSection } from './ActionsSection.tsx'
import { FieldsSection } from './FieldsSection.tsx'
import { PanelsSection } from './PanelsSection.tsx'

/** What the marketplace and its apps add to the pages of records. All staff see the fields. */
export function ExtensionsScreen() {
  const refused = useWhyNot('extensions.manage')
  const fields = useData(api.extensionFields.list, {})
  const declared = useData(api.extensions.list, {}, { when: !refused })
  // All sections at once: one that comes later would move those below it.
  const isHere = [fields, ...(refused ? [] : [declared])].every(({ data, failure }) => data || failure)
  return (
    <>
      <PageHead title="Extensions" />
      {!isHere && <LinesSkeleton lines={8} height={28} />}
      {isHere && <FieldsSection />}
      {isHere && !refused && (
        <>
          <PanelsSection />
          <ActionsSection />
        </>
      )}
    </>
  )
}
