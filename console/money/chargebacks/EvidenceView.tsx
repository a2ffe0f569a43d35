import { Text, Title } from '@mantine/core'
import { type Evidence, evidenceFields } from '@portreeve/contract/money/chargebacks'
import type { StoredFile } from '@portreeve/contract/staff/files'
import classes from '../../shell/lists/desk.module.css'
import { LongText } from '../../ui/LongText.tsx'
import ownClasses from './chargebacks.module.css'
import { EvidenceFileList, namedFiles } from './EvidenceFiles.tsx'
import { filledOf } from './evidence.ts'

interface EvidenceListProps {
  evidence: Evidence
  /** Those that it may name. */
  files: readonly StoredFile[] | undefined
}

/** Evidence as the bank reads it: the filled fields in order, then the files. */
export function EvidenceList({ evidence, files }: EvidenceListProps) {
  const filled = filledOf(evidence)
  const named = namedFiles(evidence, files)
  if (filled.length + named.length === 0) return <Text size="sm">There is no evidence.</Text>
  return (
    <>
      <dl className={ownClasses.evidence}>
        {filled.map(([name, text]) => (
          <div key={name}>
            <dt>{evidenceFields[name]}</dt>
            <dd>
              <LongText text={text} lines={16} />
            </dd>
          </div>
        ))}
      </dl>
      {named.length > 0 && <EvidenceFileList named={named} />}
    </>
  )
}

export const EvidenceView = ({ title, ...list }: EvidenceListProps & { title: string }) => (
  <section className={classes.card} aria-labelledby="evidence">
    <div className={classes.cardHead}>
      <Title order={2} id="evidence">
        {title}
      </Title>
    </div>
    <div className={classes.cardBody}>
      <EvidenceList {...list} />
    </div>
  </section>
)
