import { Text, Title } from '@mantine/core'
import { type Evidence, evidenceFields } from '@portreeve/contract/money/chargebacks'
import classes from '../../shell/lists/desk.module.css'
import { LongText } from '../../ui/LongText.tsx'
import ownClasses from './chargebacks.module.css'
import { filledOf } from './evidence.ts'

/** Evidence as the bank reads it: the filled fields in order. */
export function EvidenceList({ evidence }: { evidence: Evidence }) {
  const filled = filledOf(evidence)
  if (filled.length === 0) return <Text size="sm">There is no evidence.</Text>
  return (
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
  )
}

export const EvidenceView = ({ title, evidence }: { title: string; evidence: Evidence }) => (
  <section className={classes.card} aria-labelledby="evidence">
    <div className={classes.cardHead}>
      <Title order={2} id="evidence">
        {title}
      </Title>
    </div>
    <div className={classes.cardBody}>
      <EvidenceList evidence={evidence} />
    </div>
  </section>
)
