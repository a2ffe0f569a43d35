import { Button } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { SignedCaseFile } from '@portreeve/contract/desk/case-files'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { saveJson } from '../../ui/browser/save-file.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { CaseChoices } from './CaseChoices.tsx'
import { CaseDocument } from './CaseDocument.tsx'
import classes from './case-file.module.css'

/** A case file of the person in the address: what goes into it, then the file as a document to print or download. */
export function CaseFileScreen() {
  const { uid } = useSearch({ from: '/shell/dashboard/case-file' })
  if (uid === undefined)
    return (
      <>
        <PageHead title="Case file" />
        <EmptyState>
          A case file is about one person. <Link to="/dashboard/users">Find the person</Link>, and choose
          “Case file…” on their page.
        </EmptyState>
      </>
    )
  return <OfPerson key={uid} uid={uid} />
}

function OfPerson({ uid }: { uid: string }) {
  const person = useData(api.users.get, { params: { uid } })
  const [made, setMade] = useState<SignedCaseFile | null>(null)
  const [isShown, setShown] = useState(false)
  const [isKept, setKept] = useState(false)
  const make = useAction(api.caseFiles.make, {
    failed: ({ failure }) => ({ title: 'The file could not be made', message: failureText(failure) }),
    settle: (outcome) => {
      if (!outcome.done || !outcome.data?.file) return
      setMade(outcome.data as SignedCaseFile)
      setShown(true)
      setKept(false)
    },
  })
  return (
    <>
      <div className={classes.screen}>
        <PageHead title="Case file" above={<UserLink uid={uid} name={person.data?.displayName ?? uid} />}>
          {made && isShown && (
            <>
              <Button variant="default" onClick={() => setShown(false)}>
                Change the choice
              </Button>
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() => {
                  saveJson(`case-file-${uid}.json`, made)
                  setKept(true)
                }}
              >
                Download signed JSON
              </Button>
              <Button
                leftSection={<IconPrinter size={16} aria-hidden />}
                onClick={() => {
                  window.print()
                  setKept(true)
                }}
              >
                Print or save as PDF
              </Button>
            </>
          )}
        </PageHead>
      </div>
      {person.failure && !person.data && (
        <FailedState message="The person could not be loaded." onRetry={person.reload} />
      )}
      {person.loading && <LinesSkeleton lines={6} height={40} />}
      {person.data && (
        <div hidden={isShown}>
          <CaseChoices
            uid={uid}
            made={made?.file.purpose ?? ''}
            busy={make.busy}
            onMake={(body) => void make.run({ params: { uid }, body })}
          />
        </div>
      )}
      {made && isShown && (
        <>
          <p className={`${classes.warning} ${classes.screen}`}>
            Read it before you hand it out. The bars hide what accounts have, and every email address, phone
            number and IP address that is not the person’s own. A name that no account has, a postal address
            or a photo is not recognised. The file is not kept here: print or download it now.
          </p>
          <CaseDocument {...made} />
        </>
      )}
      <LeaveGuard dirty={isShown && !isKept} what="the case file" />
    </>
  )
}
