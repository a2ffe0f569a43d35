import { Button, Checkbox } from '@mantine/core'
import type { Link, LinkedAccounts } from '@portreeve/contract/people/linked-accounts'
import { useState } from 'react'
import { shortDay } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { PersonAvatar } from '../../shell/records/PersonAvatar.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import classes from './link-matrix.module.css'
import { columnsOf, evidenceWords, kindWord, shared } from './linked-accounts.ts'

type Account = LinkedAccounts['accounts'][number]

/** Rows at first: a long ring would push the other sections out of sight. All of them can be chosen at once. */
const shownAtFirst = 10

interface LinkMatrixProps {
  linked: LinkedAccounts
  /** The person whose page it is. */
  uid: string
  /** Why an account cannot be chosen; null if it can. */
  whyNot: (account: Account) => string | null
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  busy: boolean
}

/** The accounts of a ring in rows and what they share in columns, each account with a checkbox. */
export function LinkMatrix({ linked, uid, whyNot, chosen, onChoose, busy }: LinkMatrixProps) {
  const [isWhole, setIsWhole] = useState(linked.accounts.length <= shownAtFirst)
  const rows = isWhole ? linked.accounts : linked.accounts.slice(0, shownAtFirst)
  const columns = columnsOf(linked.links, uid).map((link) => column(link, rows))
  const free = linked.accounts.filter((account) => whyNot(account) === null).map((account) => account.uid)
  const picked = free.filter((one) => chosen.has(one))
  const toggle = (one: string) =>
    onChoose(new Set(chosen.has(one) ? [...chosen].filter((other) => other !== one) : [...chosen, one]))
  return (
    <>
      <ScrollBox label="Accounts of the ring, table" className={classes.box}>
        <table className={classes.matrix} aria-label="Accounts of the ring">
          <thead>
            <tr>
              <th scope="col">
                <Checkbox
                  size="xs"
                  aria-label="Choose all"
                  disabled={free.length === 0 || busy}
                  checked={free.length > 0 && picked.length === free.length}
                  indeterminate={picked.length > 0 && picked.length < free.length}
                  onChange={(event) => onChoose(new Set(event.currentTarget.checked ? free : []))}
                />
              </th>
              <th scope="col">Account</th>
              {columns.map(({ link }) => (
                <th
                  key={`${link.kind} ${link.value}`}
                  scope="col"
                  className={classes.evidence}
                  title={evidenceWords(link)}
                >
                  {kindWord(link)}
                  {link.weak && ' (weak)'} <Clamp text={link.value} mono />
                </th>
              ))}
              <th scope="col" className={classes.created}>
                Created
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((account, at) => (
              <tr key={account.uid} data-own={account.uid === uid || undefined}>
                <td>
                  <Checkbox
                    size="xs"
                    aria-label={`Choose ${orNull(account.displayName)}`}
                    disabled={whyNot(account) !== null || busy}
                    checked={chosen.has(account.uid)}
                    onChange={() => toggle(account.uid)}
                  />
                </td>
                <td>
                  <span className={classes.who}>
                    <PersonAvatar uid={account.uid} name={account.displayName} size={28} />
                    <span>
                      <UserLink uid={account.uid} name={account.displayName} />
                      <small>
                        {account.uid === uid ? 'this person' : shared(linked.links, uid, account.uid)}
                        {whyNot(account) && <StateWord word={whyNot(account) ?? ''} tone="bad" />}
                      </small>
                    </span>
                  </span>
                </td>
                {columns.map(({ link, has, first, last }) => (
                  <td
                    key={`${link.kind} ${link.value}`}
                    className={classes.evidence}
                    data-kind={link.kind}
                    data-weak={link.weak || undefined}
                    data-line={(at >= first && at <= last) || undefined}
                  >
                    {has(account) ? <i data-shares role="img" aria-label="the same" /> : <i aria-hidden />}
                  </td>
                ))}
                <td className={classes.created}>
                  <When value={account.created_at} write={shortDay} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {!isWhole && (
        <Button size="compact-sm" variant="subtle" className={classes.more} onClick={() => setIsWhole(true)}>
          {`Show ${linked.accounts.length - shownAtFirst} more`}
        </Button>
      )}
    </>
  )
}

/** A piece of evidence with the first and the last row that share it: a line joins them. */
const column = (link: Link, rows: readonly Account[]) => {
  const sharing = new Set(link.uids)
  const has = ({ uid }: Account) => sharing.has(uid)
  return { link, has, first: rows.findIndex(has), last: rows.findLastIndex(has) }
}
