import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { EnvironmentBadge } from '../../shell/EnvironmentMark.tsx'
import { ToolsTitle } from '../../shell/ToolsTitle.tsx'
import { Wordmark } from '../../shell/Wordmark.tsx'
import classes from './SignIn.module.css'

/** Half the width of each arch of the picture. */
const arches = [59, 104, 149, 194, 240, 285, 330, 376]

interface SignInCardProps {
  heading: string
  /** Shown over a page, which has a title of its own. */
  over?: boolean
  /** Beside the environment, at the foot. */
  foot?: ReactNode
  children: ReactNode
}

/** A page without the navigation: a form with a heading, and in a wide window a picture beside it. */
export function SignInCard({ heading, over, foot, children }: SignInCardProps) {
  return (
    <main className={classes.page}>
      {!over && <ToolsTitle />}
      <div className={classes.side}>
        <Wordmark />
        <div className={classes.card}>
          <Title order={1} className={classes.heading}>
            {heading}
          </Title>
          {children}
        </div>
        <div className={classes.foot}>
          <EnvironmentBadge />
          {foot}
        </div>
      </div>
      <div className={classes.picture}>
        <p className={classes.motto}>People, money and parcels, on one desk.</p>
        <p>Read what happened, decide, act. Everything is written down, and most of it can be taken back.</p>
        <svg
          viewBox="0 0 720 680"
          preserveAspectRatio="xMidYMax slice"
          fill="none"
          stroke="currentColor"
          aria-hidden
        >
          {arches.map((half, at) => (
            <path
              key={half}
              opacity={0.5 - at * 0.05}
              d={`M${360 - half} 680V${380}A${half} ${half} 0 0 1 ${360 + half} 380V680`}
            />
          ))}
        </svg>
      </div>
    </main>
  )
}
