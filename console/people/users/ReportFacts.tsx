import { api } from '@portreeve/contract'
import { useData } from '../../data/use-data.ts'
import { alike } from '../../format/reports.ts'
import { orNull } from '../../format/words.ts'
import { useMutualTransactions } from '../../shell/records/MutualTransactions.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { SameReports } from '../user-detail/SameReports.tsx'
import { StatusBand } from '../user-detail/StatusBand.tsx'
import classes from './reports.module.css'
import { Report } from './UserReport.tsx'

interface ReportFactsProps {
  /** The reported listing; null where a person is reported. */
  listing: string | null
  /** The reported person, or the seller. */
  uid: string | null
}

/** What is reported: the listing's text, the person's open matters, and the open reports about the person. */
export function ReportFacts({ listing, uid }: ReportFactsProps) {
  return (
    <>
      {listing !== null && <Listing id={listing} />}
      {uid !== null && <StatusBand uid={uid} />}
      {uid !== null && listing === null && <Reports uid={uid} />}
    </>
  )
}

function Listing({ id }: { id: string }) {
  const { data, failure, reload } = useData(api.listingReports.list, { query: { first: id } })
  const found = data?.find(({ key }) => key === id)
  if (failure && !data) return <FailedState message="The reports could not be loaded." onRetry={reload} />
  if (!data) return <LinesSkeleton lines={5} height={24} />
  return found?.description ? <LongText text={found.description} lines={6} /> : null
}

function Reports({ uid }: { uid: string }) {
  const { data, failure, reload } = useData(api.userReports.ofUser, { params: { uid } })
  const between = useMutualTransactions()
  if (failure && !data) return <FailedState message="The reports could not be loaded." onRetry={reload} />
  if (!data) return <LinesSkeleton lines={5} height={24} />
  return (
    <>
      <ul className={classes.alone} aria-label="Open reports">
        <SameReports groups={alike(data.filter(({ status }) => status === 'open'))}>
          {(report) => (
            <Report
              key={report.id}
              report={report}
              record={report.reporter}
              onTransactions={() =>
                between.open({
                  title: <bdi>{orNull(report.reporter?.displayName)}</bdi>,
                  party1: uid,
                  party2: report.reporter_uid,
                })
              }
            />
          )}
        </SameReports>
      </ul>
      {between.dialog}
    </>
  )
}
