import { Anchor, Skeleton, Stack, Text, Title } from '@mantine/core'
import { namesOf, own } from '@portreeve/contract/base/own'
import { may, permissions, type Role } from '@portreeve/contract/base/rights'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../data/rights.ts'
import { PageHead } from '../../ui/PageHead.tsx'

/** What a role is there for, and the page with which its day begins. */
const duties: Record<Role, { words: string; first: { to: string; name: string; why: string } }> = {
  admin: {
    words: 'You may do everything here, also manage who works here and what their roles are.',
    first: { to: '/dashboard/desk', name: 'Desk', why: 'all open work, the most urgent first' },
  },
  moderator: {
    words: 'You decide what may be on the marketplace, and who.',
    first: {
      to: '/dashboard/pending_review',
      name: 'Pending Review',
      why: 'listings that wait for a decision',
    },
  },
  support: {
    words: 'You answer people, and help them with their orders.',
    first: { to: '/dashboard/messages', name: 'Messages', why: 'people who wait for an answer' },
  },
  finance: {
    words: 'You look after the money: refunds, payouts, disputes and the ledger.',
    first: { to: '/dashboard/refunds', name: 'Refunds', why: 'requests that wait for a second person' },
  },
}

const ownDuty = {
  words: 'Your admins have made it for your work here.',
  first: {
    to: '/dashboard/desk',
    name: 'Desk',
    why: 'all open work that you may decide, the most urgent first',
  },
}

const wordsOf = (names: readonly (keyof typeof permissions)[]) => names.map((name) => permissions[name].words)

/** What the caller's role may do, and where to begin: the first page of a new colleague. */
export function WelcomeScreen() {
  const me = useMe()
  if (!me)
    return (
      <>
        <PageHead title="Welcome" />
        <Skeleton height={320} maw={720} />
      </>
    )
  const { words, first } = own(duties, me.role) ?? ownDuty
  const names = namesOf(permissions)
  const can = wordsOf(names.filter((name) => may(me, name)))
  const cannot = wordsOf(names.filter((name) => !may(me, name)))
  return (
    <>
      <PageHead title="Welcome" />
      <Stack gap="lg" maw={720}>
        <Text>
          Your role is {me.role}. {words}
        </Text>
        <Stack component="section" gap="xs" aria-labelledby="begin">
          <Title order={2} size="h4" id="begin">
            Where to begin
          </Title>
          <Stack gap="4px">
            <Text size="sm">
              <Anchor underline="always" renderRoot={(props) => <Link to={first.to} {...props} />}>
                {first.name}
              </Anchor>
              : {first.why}
            </Text>
            {first.name !== 'Desk' && (
              <Text size="sm">
                <Anchor underline="always" renderRoot={(props) => <Link to="/dashboard/desk" {...props} />}>
                  Desk
                </Anchor>
                : all open work that you may decide. N takes the next case.
              </Text>
            )}
            <Text size="sm">
              Ctrl+K finds a person, an order or a page by whatever you paste. ? shows all keys.
            </Text>
            <Text size="sm">
              <Anchor
                underline="always"
                renderRoot={(props) => <Link to="/dashboard/your-sign-in" {...props} />}
              >
                Your sign-in
              </Anchor>
              : your time zone, your start page, and when you are away.
            </Text>
          </Stack>
        </Stack>
        <Sentences title="You may" items={can} />
        {cannot.length > 0 && (
          <Sentences title="You may not: an admin or a colleague does it" items={cannot} />
        )}
      </Stack>
    </>
  )
}

function Sentences({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <Stack component="section" gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm">{items.join(', ')}.</Text>
    </Stack>
  )
}
