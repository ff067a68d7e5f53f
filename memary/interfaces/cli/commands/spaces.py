"""Manage spaces, memory that several users share: make them, say who belongs to them, join, leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from memary.interfaces.cli.command_line import CommandLine, command
from memary.interfaces.cli.commands.admin.maintenance import PANEL, confirm
from memary.interfaces.cli.output import printable
from memary.interfaces.cli.tables import counts
from memary.types.spaces import SpaceRole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memary.interfaces.cli.output import Output
    from memary.types.spaces import Grant

NameArgument = Annotated[str, typer.Argument(help="The name or the id of the space.")]
MemberArgument = Annotated[str, typer.Argument(help="The user.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    group = typer.Typer(help="Share memory with others: a family, a team, a project.", no_args_is_help=True)
    for function in (create, rename, members, grant, join, revoke, leave, delete):
        command(group, panel=PANEL, in_space=False)(function)
    command(group, panel=PANEL, name="list", in_space=False)(list_)
    app.add_typer(group, name="spaces", rich_help_panel=PANEL)


def list_(line: CommandLine) -> None:
    """List your spaces and invitations.

    Example:  memary spaces list --user ben
    """
    with line.memory(only_looks=True) as memory:
        found = memory.spaces.list(user_id=line.member)
        empty = "You belong to no space: `memary spaces create NAME` makes one."
        line.output.result(found, _table(found, line.output, of_member=True), empty=empty)


def create(line: CommandLine, name: NameArgument) -> None:
    """Make a space that you own.

    Example:  memary spaces create Family  and then  memary add "We fly to Oslo." --space Family
    """
    with line.memory() as memory:
        _tell(line, memory.spaces.create(name, user_id=line.member))


def rename(
    line: CommandLine, name: NameArgument, new: Annotated[str, typer.Argument(help="What it is called from now on.")]
) -> None:
    """Give a space that you own another name.

    Example:  memary spaces rename Family "The Novaks"
    """
    with line.memory(only_looks=True) as memory:
        renamed = memory.spaces.rename(name, new, user_id=line.member)
        line.output.result([renamed], _table([renamed], line.output, of_member=True), empty="")


def members(line: CommandLine, name: NameArgument) -> None:
    """List who belongs to a space, and who is invited.

    Example:  memary spaces members Family
    """
    with line.memory(only_looks=True) as memory:
        found = memory.spaces.members(name, user_id=line.member)
        line.output.result(found, _table(found, line.output, of_member=False), empty="Nobody belongs to it.")


def grant(
    line: CommandLine,
    name: NameArgument,
    member: MemberArgument,
    role: Annotated[SpaceRole, typer.Option(help="What they may do.")] = SpaceRole.READER,
) -> None:
    """Invite a user to a space, or give a member another role.

    Example:  memary spaces grant Family ben --role writer
    """
    with line.memory(only_looks=True) as memory:
        _tell(line, memory.spaces.grant(name, member, role, user_id=line.member))


def join(line: CommandLine, name: NameArgument) -> None:
    """Take part in a space that you are invited to.

    Example:  memary spaces join Family --user ben
    """
    with line.memory(only_looks=True) as memory:
        _tell(line, memory.spaces.join(name, user_id=line.member))


def revoke(line: CommandLine, name: NameArgument, member: MemberArgument) -> None:
    """Take a member out of a space; what they wrote stays in it.

    Example:  memary spaces revoke Family ben
    """
    with line.memory(only_looks=True) as memory:
        memory.spaces.revoke(name, member, user_id=line.member)
        line.output.note(f"{member} does not belong to {name} any more.")


def leave(line: CommandLine, name: NameArgument) -> None:
    """Leave a space, or decline to join it; what you wrote stays in it.

    Example:  memary spaces leave Family --user ben
    """
    with line.memory(only_looks=True) as memory:
        memory.spaces.leave(name, user_id=line.member)
        line.output.note(f"{line.member} does not belong to {name} any more.")


def delete(
    line: CommandLine,
    name: NameArgument,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say how much would go.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Forget a space with all that is in it, for all its members.

    Example:  memary spaces delete Family --dry-run
    """
    with line.memory(only_looks=True) as memory:
        if not (dry_run or yes):
            would = memory.spaces.delete(name, user_id=line.member, dry_run=True)
            going = f"To be forgotten for all members of {name}: {counts(would.counts)}."
            confirm(Text(printable(going)), line.output)
        gone = memory.spaces.delete(name, user_id=line.member, dry_run=dry_run)
        line.output.result(gone, counts(gone.counts), empty="")


def _tell(line: CommandLine, grant: Grant) -> None:
    """Tell of one grant."""
    line.output.result([grant], _table([grant], line.output, of_member=False), empty="")


def _table(grants: Sequence[Grant], output: Output, *, of_member: bool) -> Table:
    """Return grants as a table."""
    table = Table(box=None, pad_edge=False)
    for title in ("space" if of_member else "member", "role", "since", "id"):
        table.add_column(title, overflow="fold")
    for one in grants:
        named = one.space if of_member else one.member
        role = f"{one.role}" if one.joined else f"{one.role}, invited"
        table.add_row(printable(named), role, output.day(one.since), one.space_id)
    return table
