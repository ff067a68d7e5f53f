"""Spaces in the sidebar: which memory is looked at, one's own or a shared one, and who belongs to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from memary import Memary
from memary.interfaces.ui.safe_text import escaped
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.visit.outcomes import attempt
from memary.interfaces.ui.words import Words
from memary.types.spaces import Grant, SpaceRole

_OWN = ""


def choose_space(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw which memory is looked at, and the spaces of the visitor.

    Whoever was taken out of one sees their own.
    """
    grants = memory.spaces.list(user_id=visit.member)
    joined = {grant.space_id: grant for grant in grants if grant.joined}
    key = _choice_key(visit)
    chosen = st.session_state.get(key, visit.space.space_id if visit.space else _OWN)
    st.session_state[key] = chosen if chosen in joined else _OWN
    visit.enter(joined.get(st.session_state[key]))
    if joined:
        chosen = st.selectbox(
            words("spaces.memory"),
            [_OWN, *joined],
            key=key,
            format_func=partial(_name, joined, words),
            help=words("spaces.memory_hint"),
        )
        visit.enter(joined.get(chosen))
    invitations = [grant for grant in grants if not grant.joined]
    label = words("spaces.invited", count=len(invitations)) if invitations else words("spaces.title")
    unfolded = st.popover(label, key="spaces", icon=":material/group:", width="stretch", on_change="rerun")
    if unfolded.open:
        with unfolded:
            _draw_invitations(invitations, memory, visit, words)
            if visit.space:
                _draw_members(visit.space, memory, visit, words)
            _draw_making(memory, visit, words)


def _choice_key(visit: Visit) -> str:
    return f"space of {visit.member}"


def _name(joined: dict[str, Grant], words: Words, space_id: str) -> str:
    grant = joined.get(space_id)
    if grant is None:
        return words("spaces.own")
    is_one_of_several = sum(other.space == grant.space for other in joined.values()) > 1
    return f"{grant.space} ({space_id[-4:]})" if is_one_of_several else grant.space


def _button(
    label: str, key: str, icon: str, visit: Visit, work: Callable[[], str], *, disabled: bool = False
) -> None:
    st.button(label, key=key, icon=f":material/{icon}:", on_click=attempt, args=(visit, work), disabled=disabled)


def _submit(label: str, key: str, icon: str, visit: Visit, work: Callable[[], str]) -> None:
    st.form_submit_button(label, key=key, icon=f":material/{icon}:", on_click=attempt, args=(visit, work))


def _draw_invitations(invitations: Sequence[Grant], memory: Memary, visit: Visit, words: Words) -> None:
    for grant in invitations:
        role = words.tables["spaces.roles"][grant.role]
        with st.container(border=True, gap="xsmall"):
            st.markdown(words("spaces.invitation", space=f"**{escaped(grant.space)}**", role=role))
            with st.container(horizontal=True):
                join = partial(_join, memory, visit, grant, words)
                _button(words("spaces.join"), f"join-{grant.space_id}", "check", visit, join)
                decline = partial(_leave, memory, visit, grant, words)
                _button(words("spaces.decline"), f"decline-{grant.space_id}", "close", visit, decline)


def _draw_members(own: Grant, memory: Memary, visit: Visit, words: Words) -> None:
    st.markdown(f"**{words('spaces.members', space=escaped(own.space))}**")
    is_owner = own.role is SpaceRole.OWNER
    for grant in memory.spaces.members(own.space_id, user_id=visit.member):
        role = words.tables["spaces.roles"][grant.role]
        label = words("spaces.not_joined", role=role) if not grant.joined else role
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            st.markdown(f"{escaped(grant.member)} · {label}", width="content")
            if is_owner and grant.member != own.member:
                take_out = partial(_revoke, memory, grant, visit.member, words)
                _button(words("spaces.take_out"), f"out-{grant.member}", "person_remove", visit, take_out)
    if is_owner:
        _draw_inviting(own, memory, visit, words)
        with st.expander(words("spaces.rename"), icon=":material/edit:"):
            _draw_naming(own, memory, visit, words)
        with st.expander(words("spaces.delete"), icon=":material/delete_forever:"):
            _draw_deleting(own, memory, visit, words)
    leave = partial(_leave, memory, visit, own, words)
    _button(words("spaces.leave", space=escaped(own.space)), "leave-space", "logout", visit, leave)


def _draw_inviting(own: Grant, memory: Memary, visit: Visit, words: Words) -> None:
    roles = words.tables["spaces.roles"]
    with st.form(f"invite {own.space_id}", border=False, clear_on_submit=True):
        st.text_input(words("spaces.whom"), key="invite-whom", autocomplete="off")
        st.selectbox(
            words("spaces.role"), list(roles), key="invite-role", format_func=roles.__getitem__, index=1,
            help=words("spaces.role_hint"),
        )  # fmt: skip
        _submit(words("spaces.invite"), "invite", "person_add", visit, partial(_invite, memory, own, words))


def _draw_naming(own: Grant, memory: Memary, visit: Visit, words: Words) -> None:
    key = f"name of {own.space_id}"
    with st.form(f"name {own.space_id}", border=False):
        st.text_input(words("spaces.new_name"), own.space, key=key, max_chars=256, autocomplete="off")
        _submit(words("spaces.rename"), "rename-space", "edit", visit, partial(_rename, memory, own, key, words))


def _draw_deleting(own: Grant, memory: Memary, visit: Visit, words: Words) -> None:
    gone = memory.spaces.delete(own.space_id, user_id=own.member, dry_run=True)
    st.markdown(words("spaces.delete_hint", messages=gone.messages, facts=gone.facts))
    is_sure = st.checkbox(words("records.sure"), key=f"sure-space {own.space_id}")
    delete = partial(_delete, memory, visit, own, words)
    _button(words("spaces.delete"), "delete-space", "delete_forever", visit, delete, disabled=not is_sure)


def _draw_making(memory: Memary, visit: Visit, words: Words) -> None:
    with st.form("make-space", border=False, clear_on_submit=True):
        st.text_input(words("spaces.name"), key="space-name", help=words("spaces.name_hint"), autocomplete="off")
        _submit(words("spaces.make"), "make", "group_add", visit, partial(_make, memory, visit, words))


def _make(memory: Memary, visit: Visit, words: Words) -> str:
    made = memory.spaces.create(str(st.session_state["space-name"]), user_id=visit.member)
    st.session_state[_choice_key(visit)] = made.space_id
    return words("spaces.made", space=made.space)


def _join(memory: Memary, visit: Visit, grant: Grant, words: Words) -> str:
    memory.spaces.join(grant.space_id, user_id=grant.member)
    st.session_state[_choice_key(visit)] = grant.space_id
    return words("spaces.joined", space=grant.space)


def _leave(memory: Memary, visit: Visit, grant: Grant, words: Words) -> str:
    memory.spaces.leave(grant.space_id, user_id=grant.member)
    return words("spaces.left", space=grant.space)


def _invite(memory: Memary, own: Grant, words: Words) -> str:
    whom, role = str(st.session_state["invite-whom"]).strip(), st.session_state["invite-role"]
    memory.spaces.grant(own.space_id, whom, role, user_id=own.member)
    return words("spaces.was_invited", member=whom, space=own.space)


def _rename(memory: Memary, own: Grant, key: str, words: Words) -> str:
    renamed = memory.spaces.rename(own.space_id, str(st.session_state[key]), user_id=own.member)
    return words("spaces.renamed", old=own.space, space=renamed.space)


def _revoke(memory: Memary, grant: Grant, owner: str, words: Words) -> str:
    memory.spaces.revoke(grant.space_id, grant.member, user_id=owner)
    return words("spaces.taken_out", member=grant.member, space=grant.space)


def _delete(memory: Memary, visit: Visit, own: Grant, words: Words) -> str:
    gone = memory.spaces.delete(own.space_id, user_id=own.member)
    visit.drop_user(own.user_id)
    return words("spaces.deleted", space=own.space, messages=gone.messages, facts=gone.facts)
