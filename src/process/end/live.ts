/** The hooks that run now, by the leader of their group: ending us ends them all. */

/** What must be known of a hook to find what belongs to it. */
export interface Target {
  /** Its process, which leads its group and its session. */
  leader: number
  mark: string
}

const live = new Map<number, Target>()

export const hookStarted = (target: Target): void => void live.set(target.leader, target)
export const hookEnded = ({ leader }: Target): void => void live.delete(leader)
export const liveHooks = (): Target[] => [...live.values()]
