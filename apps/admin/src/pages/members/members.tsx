import type { Member } from "@uola/contract";
import { accountRoles } from "@uola/contract/roles";
import type { Head } from "@uola/page-loader/page.ts";
import { Check, FilterSelect } from "@uola/ui/field.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { List, Row } from "@uola/ui/kit/list.tsx";
import { AdminPage, PageSearch } from "@uola/ui/kit/page.tsx";
import { adminErrorMessage } from "@uola/ui/kit/sentences.ts";
import { say } from "@uola/words/admin";
import { dayShort } from "@uola/words/formats";
import { useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { personHref } from "../people/href.ts";
import { type Criteria, type Move, useChange, useMembers, useSignUpRules } from "./use-members.ts";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("members.heading"), hidden: true });

export default function Members() {
  return (
    <AdminFrame here="/admin/members/">
      <All />
    </AdminFrame>
  );
}

const nameOf = ({ identity }: Member) => {
  const { firstName, lastName } = identity.identityProfile ?? {};
  return [firstName, lastName].filter(Boolean).join(" ") || identity.email?.address || say("members.unnamed");
};

/** Lists all members, including those pending approval and those blocked. */
function All() {
  const [criteria, setCriteria] = useState<Criteria>({ text: "", status: "" });
  const found = useMembers(criteria);
  const change = useChange();
  const { make, fail, shown } = useFeedback();
  const [deleting, setDeleting] = useState<Member>();

  const move = (kind: Move, member: Member) => {
    const back = { block: "unblock", unblock: "block" } as const;
    const undo = kind === "block" || kind === "unblock" ? back[kind] : undefined;
    void make(
      () => change({ move: kind, member }),
      say(`members.done.${kind}`, { name: nameOf(member) }),
      undo && (() => change({ move: undo, member })),
    );
  };

  return (
    <AdminPage
      title={say("members.heading")}
      beside={
        <>
          <FilterSelect
            label={say("members.status.any")}
            value={criteria.status}
            onChange={({ target }) => setCriteria({ ...criteria, status: target.value as Criteria["status"] })}
            options={(["PENDING", "ACTIVE", "BLOCKED"] as const).map((value) => ({
              value,
              label: say(`members.status.${value}`),
            }))}
          />
          <PageSearch
            label={say("members.search")}
            text={criteria.text}
            onSearch={(text) => setCriteria({ ...criteria, text })}
          />
        </>
      }
    >
      <Rules onFailure={(error) => fail(adminErrorMessage(error))} />
      {shown}
      {found.items && (
        <p className="my-4" role="status">
          {say("members.count", { count: found.total ?? found.items.length })}
        </p>
      )}
      <List
        items={found.items}
        reading={found}
        failed={say("members.failed")}
        lines={8}
        idOf={({ identity }) => identity.id}
      >
        {(member) => (
          <MemberRow
            member={member}
            onMove={move}
            onDelete={setDeleting}
            onRole={(role) =>
              void make(
                () => change({ move: "role", member, role }),
                say("members.done.role", { name: nameOf(member) }),
              )
            }
          />
        )}
      </List>
      {deleting && (
        <FormDialog
          title={say("members.delete.title")}
          sure={say("members.delete")}
          onClose={() => setDeleting(undefined)}
          form={() => {
            setDeleting(undefined);
            move("delete", deleting);
          }}
        >
          <p>{say("members.delete.lead", { name: nameOf(deleting) })}</p>
        </FormDialog>
      )}
    </AdminPage>
  );
}

function Rules({ onFailure }: { onFailure: (error: unknown) => void }) {
  const { rules, change } = useSignUpRules();
  if (!rules) return null;
  return (
    <fieldset className="flex flex-wrap gap-x-8 gap-y-2">
      <legend className="title mb-2">{say("members.rules")}</legend>
      {(["emailVerification", "ownerApproval"] as const).map((rule) => (
        <Check
          key={rule}
          id={rule}
          checked={rules[rule]}
          onChange={({ target }) => change({ [rule]: target.checked }).catch(onFailure)}
        >
          {say(`members.rules.${rule}`)}
        </Check>
      ))}
    </fieldset>
  );
}

function MemberRow({
  member,
  onMove,
  onDelete,
  onRole,
}: {
  member: Member;
  onMove: (move: Move, member: Member) => void;
  onDelete: (member: Member) => void;
  onRole: (role: Member["role"]) => void;
}) {
  const { identity, role } = member;
  const { name: status, reasons } = identity.status;
  const name = nameOf(member);
  const waits = status === "PENDING";
  const action = (move: Move) => ({ label: say(`members.${move}`), onClick: () => onMove(move, member) });
  return (
    <Row
      name={name}
      href={personHref({ personId: identity.id })}
      about={
        <>
          {identity.email?.address}
          {identity.email && !identity.email.isVerified && ` · ${say("members.unverified")}`}
        </>
      }
      more={
        <p className="text-muted">
          {[
            status === "ACTIVE" || waits
              ? undefined
              : say(`members.status.${status === "BLOCKED" ? "BLOCKED" : "other"}`),
            ...(waits ? (reasons ?? []).map((reason) => say(`members.waits.${reason}`)) : []),
            identity.createdDate && say("members.since", { date: dayShort(identity.createdDate) }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      }
      main={waits && action("approve")}
      others={[
        action(status === "BLOCKED" ? "unblock" : "block"),
        status === "ACTIVE" && action("requireNewPassword"),
        { label: say("members.delete"), apart: true, onClick: () => onDelete(member) },
      ]}
    >
      <FilterSelect
        label={say("members.role")}
        aria-label={say("members.role.named", { name })}
        value={role}
        onChange={({ target }) => onRole((target.value || role) as Member["role"])}
        options={accountRoles.map((value) => ({
          value,
          label: say(`members.role.${value}`),
        }))}
      />
    </Row>
  );
}
