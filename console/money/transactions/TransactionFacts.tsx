import { api } from '@portreeve/contract'
import { useData } from '../../data/use-data.ts'
import { shortDay } from '../../format/dates.ts'
import { useMarks } from '../../shell/records/order-marks.ts'
import { NewestNote } from '../../staff/timeline/PinnedNote.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { Statement } from '../disputes/Statement.tsx'
import { Parcel } from './Parcel.tsx'
import { Parties } from './Parties.tsx'
import { Progress } from './Progress.tsx'
import { stepsOf } from './progress.ts'

/** What is known of a transaction, from the calls of its page: its progress, what both sides say, its note, its people, the parcel. */
export function TransactionFacts({ id }: { id: string }) {
  const params = { id }
  const loaded = useData(api.transactions.get, { params })
  const money = useData(api.transactions.money, { params })
  const movements = useData(api.refunds.movements, { params })
  const late = useMarks([id]).get(id)?.late ?? null
  const txn = loaded.data
  if (!txn)
    return loaded.failure ? (
      <FailedState message="The transaction could not be loaded." onRetry={loaded.reload} />
    ) : (
      <LinesSkeleton lines={9} height={24} />
    )
  return (
    <>
      <Progress
        write={dayOf}
        steps={stepsOf({ txn, money: money.data, movements: movements.data, late })}
        isKnown={!money.loading && !movements.loading}
      />
      {txn.dispute_id && <Statements dispute={txn.dispute_id} />}
      <NewestNote kind="transaction" id={id} role="note" />
      <Parties txn={txn} />
      <Parcel txn={txn} />
    </>
  )
}

/** A day without its year, which its tooltip has: five stand beside one another. */
const dayOf = (at: string | null) => shortDay(at).replace(/\/\d{4}$/, '')

/** What both sides of a dispute say. */
function Statements({ dispute: disputeId }: { dispute: string }) {
  const { data, failure, reload } = useData(api.disputes.get, { params: { disputeId } })
  if (failure && !data) return <FailedState message="The dispute could not be loaded." onRetry={reload} />
  if (!data) return <LinesSkeleton lines={4} height={24} />
  return (
    <>
      <Statement dispute={data} side="buyer" />
      <Statement dispute={data} side="seller" />
    </>
  )
}
