"""Link names to nodes: by exact or normalised name, alias, near name, meaning, a model's word.

If none fits, it becomes a new node. A name shared by things of unlike type, or of people told apart by what is said
of them, stays two nodes; how, is told in `memary.resolution.names.disambiguation`. The user is one node, whatever
the words for it: "I", "User", and the user's name as soon as it is known. Bare values (a date, a number, a name as
such) are nodes apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from memary.facts.identity import SELF_KEY, SELF_NAME, is_nobodys, is_self, lookup_key
from memary.facts.predicates import is_to_another
from memary.languages.terms import term_set
from memary.resolution.changeset import ChangeSet
from memary.resolution.names.index import NameIndex
from memary.resolution.names.scores import Evidence
from memary.resolution.proposals import NamedEntity, ProposalSource, ProposedFact
from memary.text import entity_key, entity_keys
from memary.text.names.node_names import kind_told, may_be_name, owners_named, type_of_noun, wording_of
from memary.text.names.occurrence import says_name
from memary.types import GENERIC, TOPIC, VALUE, Entity


class EntityLinker:
    """The entities that one resolve step knows and makes.

    Args:
        known: all entities of the names and aliases proposed, and the user's.
        out: where changes go.
        user_name: the user's name where the talk shows it; of a user who is known already the node's name alone
            counts.
        evidence: what is said of them, by which those of one name are told apart.
        is_users_name: whether a user who is known without a name surely has this one.
    """

    def __init__(
        self,
        known: Iterable[Entity],
        out: ChangeSet,
        user_name: str | None,
        evidence: Evidence | None = None,
        *,
        is_users_name: bool = False,
    ) -> None:
        self._out = out
        self._evidence = evidence or Evidence()
        self._entities: dict[str, Entity] = {}
        self._names = NameIndex()
        self._ids: dict[str, list[str]] = {}
        self._meant: dict[str, str] = {}  # what a name stood for last in this step
        self._made: set[str] = set()  # nodes that are new
        self._namesakes: dict[str, str] = {}  # by node, the one of its name that it is said not to be
        for entity in known:
            self._keep(entity)
        user = self._find(SELF_KEY, GENERIC)
        if user is not None:  # a user whom memory knows without a name is nobody who speaks with one
            unnamed = user_name if is_users_name else None
            user_name = unnamed if user.name == SELF_NAME else user.name
        self._user_name = user_name
        self._user_keys = {SELF_KEY, *([entity_key(self._user_name)] if self._user_name else [])}

    def entity(self, named: NamedEntity) -> Entity:
        """Return the node that is meant, with what is new about it; make it if need be."""
        if named.other_than:
            own = tuple(alias for alias in named.aliases if not self.is_called(named.other_than, alias))
            named = replace(named, aliases=own)
        key = lookup_key(named.name)
        if key in self._user_keys and named.type != VALUE and not self._is_namesake_of_user(named):
            return self._user(named)
        if self._is_whole_name_of_user(named):
            return self._rename(self._user(named), named.name)
        found, reason = self._match(named, key)
        if found is not None and found.name == SELF_NAME and found.id == named.same_as:
            found = self._rename(found, named.name)
        entity = self._create(named, key) if found is None else self._enrich(found, named, reason)
        self._meant[key] = entity.id
        if named.other_than:
            self._namesakes[entity.id] = named.other_than
        self._evidence.note(entity, named)
        return entity

    def refusal(self, named: NamedEntity, entity: Entity) -> str | None:
        """Return why something is not the known node that a model says it is; None if it is, or none was told."""
        told = self._entities.get(named.same_as or "")
        if told is None or told.id == entity.id:
            return None
        return f"not taken for {told.name}, as the model says: neither names nor text bear it out"

    def tells_a_namesake(self, fact: ProposedFact) -> bool:
        """Return whether a fact tells of another than the user who has the user's name."""
        is_name = lookup_key(fact.object) != SELF_KEY and self.is_user(fact.object)
        return is_name and is_to_another(fact.predicate, fact.object_type)

    def _is_namesake_of_user(self, named: NamedEntity) -> bool:
        """Return whether a name is said to mean another than the user, who bears it as well.

        What a message says of "my friend Ada" it goes on to say of that Ada.
        """
        user, key = self._find(SELF_KEY, GENERIC), lookup_key(named.name)
        if user is None or key == SELF_KEY:
            return False
        meant = self._entities.get(self._meant.get(key, ""))
        if meant is None or meant.id == user.id or meant.type != "person":
            return named.other_than == user.id
        return named.other_than == user.id or self._evidence.shares_source(meant, named.sources)

    def _is_whole_name_of_user(self, named: NamedEntity) -> bool:
        """Return whether a person whom nobody knew is also called as the user is: "Mei Brandt", of Mei."""
        if named.type not in ("person", GENERIC) or self._find(lookup_key(named.name), GENERIC) is not None:
            return False
        called = {entity_key(alias) for alias in named.aliases} & self._user_keys
        return bool(called) and says_name(named.name, self._user_name or "")

    def _match(self, named: NamedEntity, key: str) -> tuple[Entity | None, str]:
        """Return the node that is meant and by what it was recognised, if it was not by a name it bears."""
        found = self._find(key, named.type, named)
        is_meant = found is not None and found.id in (self._meant.get(key), named.same_as)
        if found and not is_meant and self._evidence.is_ambiguous(found, named, self._names):
            return self._evidence.by_word(named, self._entities) or (None, "")
        if found is not None or named.type == VALUE:
            return found, ""
        if self._find(key, named.type) is not None:  # somebody else of that name
            return None, ""
        said = [lookup_key(alias) for alias in named.aliases if not is_nobodys(alias)]
        aliases = ((alias, self._find(alias, named.type, named)) for alias in said)
        if found := next((one for alias, one in aliases if one and not self._are_namesakes(one, alias)), None):
            return found, ""
        near = (
            self._evidence.near_name(named, self._names)
            or self._evidence.by_meaning(named, self._entities)
            or self._evidence.by_word(named, self._entities)
        )
        return near or (None, "")

    def _are_namesakes(self, entity: Entity, alias: str) -> bool:
        """Return whether one was named in this very step under a name of its own, and only shares an alias."""
        return entity.id in self._made and entity.key != alias

    def knows(self, name: str, kind: str = GENERIC) -> bool:
        """Return whether there is a node of that name, bare values included."""
        key = lookup_key(name)
        return key in self._user_keys or any(self._find(key, each) is not None for each in (kind, VALUE))

    def is_called(self, entity_id: str, name: str) -> bool:
        """Return whether a known node bears a name; the user bears every word for the user."""
        key, entity = lookup_key(name), self._entities.get(entity_id)
        if entity is None:
            return False
        return key in entity_keys(entity) or (is_self(entity) and key in self._user_keys)

    def finds(
        self, name: str, kind: str = GENERIC, *, sources: Sequence[ProposalSource] = (), beside: str | None = None
    ) -> bool:
        """Return whether there is a node of that name that is no bare value, and may be of that type.

        Where these sources have named one already, beside the node of that id, it is about that one.
        """
        key = lookup_key(name)
        if key in self._user_keys:
            return True
        bearers = [self._entities[id_] for id_ in self._ids.get(key, ())]
        others = (one for one in bearers if one.type != VALUE and one.id != beside)
        named = [one for one in others if self._evidence.shares_source(one, sources)]
        if named:
            return any(self._evidence.fits(one, kind) for one in named)
        return self._find(key, kind) is not None

    def finds_only_another(self, name: str, thing: str) -> bool:
        """Return whether a name that is told of a thing is known as an alias alone of what is called otherwise.

        What may be the thing itself, by its name, type or categories, is no other.
        """
        key, own = lookup_key(name), term_set(thing)
        kinds = {kind for word in (thing, *own) for kind in (type_of_noun(word), kind_told(word))} - {GENERIC}
        bearers = [one for id_ in self._ids.get(key, ()) if (one := self._entities[id_]).type != VALUE]
        return bool(bearers) and all(
            key != one.key
            and not is_self(one)
            and one.type not in kinds
            and not says_name(one.name, name)
            and own.isdisjoint(term_set(" ".join((one.name, one.type, *one.categories))))
            for one in bearers
        )

    def value(self, words: str) -> Entity | None:
        """Return the value of these words."""
        return self._find(lookup_key(words), VALUE)

    def promote(self, value: Entity, named: NamedEntity) -> None:
        """Make a node of the value that is named."""
        self._put(value.model_copy(update={"type": _type_of_new(named)}), reason="it is an entity of its own now")

    def mention(self, entity: Entity, source: ProposalSource) -> None:
        """Note that an entity came up.

        Who speaks and bare values do not.
        """
        if entity.type != VALUE and not is_self(entity):
            self._out.mention(entity.id, source)

    def expect_name(self, name: str) -> None:
        """Take a name as the user's from here on, unless another node bears it."""
        user, bearer = self._find(SELF_KEY, GENERIC), self._find(entity_key(name), GENERIC)
        if bearer is None or (user is not None and bearer.id == user.id):
            self._user_keys.add(entity_key(name))
            self._user_name = self._user_name or name  # so that "Ada" means who is called Ada Novak here

    def is_user(self, name: str) -> bool:
        """Return whether a name is a word for the user, or the user's name."""
        return lookup_key(name) in self._user_keys

    def learn_name(self, entity_id: str, name: str, *, is_another: bool = False) -> None:
        """Give a node another name: the user is renamed, others get an alias.

        So does the user by one beside the name, as a nickname is; it is the name of a user who has told no other. Who
        was told apart from another of that name does not.
        """
        if self.is_called(self._namesakes.get(entity_id, ""), name):
            return
        entity = self._entities[entity_id]
        if is_self(entity) and not (is_another and entity.name != SELF_NAME):
            self._rename(entity, name)
        else:
            self._enrich(entity, NamedEntity(entity.name, entity.type, aliases=(name,)))

    def _find(self, key: str, kind: str, named: NamedEntity | None = None) -> Entity | None:
        """Return the node that bears a name, if its type fits.

        A node that is told apart from `named` is not returned.
        """
        said = named.said if named else ""
        found = [self._entities[id_] for id_ in self._ids.get(key, ())]
        fitting = [entity for entity in found if self._evidence.fits(entity, kind, named)]
        if named is not None:
            fitting = [entity for entity in fitting if not self._evidence.keeps_apart(entity, named)]
        if len(fitting) < 2:
            return next(iter(fitting), None)
        word, sources = (named.same_as, named.sources) if named else (None, ())
        meant = self._meant.get(key)
        fitting.sort(
            key=lambda e: (
                word is not None and e.id != word,
                named is not None and e.id == named.beside,  # two names in one sentence are two things
                not (shares := self._evidence.shares_source(e, sources)),  # who was meant when it was read before
                shares and e.key != key,
                e.type != kind and e.id != meant,
                e.id != meant,
                -self._evidence.shared(e, said),
                e.key != key,
            )
        )
        return next(iter(fitting), None)

    def _user(self, named: NamedEntity) -> Entity:
        found = self._find(SELF_KEY, GENERIC) or self._bearer()
        if found is None:
            name = self._user_name or SELF_NAME
            aliases = (SELF_NAME,) if name != SELF_NAME else ()
            found = self._create(NamedEntity(name, "person"), entity_key(name), aliases=aliases)
        if self._user_name and found.name == SELF_NAME:
            found = self._rename(found, self._user_name)
        return self._enrich(
            found,
            NamedEntity(
                found.name, "person", categories=named.categories, aliases=self._aliases_of_user(found, named)
            ),
        )

    def _aliases_of_user(self, user: Entity, named: NamedEntity) -> tuple[str, ...]:
        """Return the further names that a trusted message says for the user, and that nobody else bears."""
        return tuple(
            alias
            for alias in named.aliases
            if named.is_trusted
            and may_be_name(alias)
            and says_name(named.said, alias)
            and all(id_ == user.id for id_ in self._ids.get(entity_key(alias), ()))
        )

    def _bearer(self) -> Entity | None:
        """Note that the person who has the user's name is the user; None if there is none."""
        person = self._find(entity_key(self._user_name), "person") if self._user_name else None
        if person is None:
            return None
        known = person.model_copy(update={"aliases": (*person.aliases, SELF_NAME)})
        return self._put(known, reason="this is the user")

    def _rename(self, entity: Entity, name: str) -> Entity:
        """Give the user's node a name that became known; another node of that name keeps it."""
        key = entity_key(name)
        other = self._find(key, GENERIC)
        if name == entity.name or (other is not None and other.id != entity.id):
            return entity
        renamed = entity.model_copy(
            update={"name": name, "key": key, "aliases": _aliases(name, (*entity.aliases, entity.name), ())}
        )
        return self._put(renamed, reason="the user's name became known")

    def _create(self, named: NamedEntity, key: str, *, aliases: tuple[str, ...] = ()) -> Entity:
        entity = Entity(
            id=self._out.make_id(),
            user_id=self._out.user_id,
            name=named.name,
            key=key,
            type=_type_of_new(named),
            categories=_united((), named.categories),
            aliases=_aliases(named.name, aliases, named.aliases),
            description=named.description,
            created_at=self._out.now,
        )
        self._made.add(entity.id)
        return self._put(entity, reason="new")

    def _enrich(self, entity: Entity, named: NamedEntity, reason: str = "") -> Entity:
        called = (named.renamed and named.same_as == entity.id) or _names_what_is_described(named, entity)
        bearer = self._find(entity_key(named.name), GENERIC) if called else None
        renamed = called and named.name != entity.name and (bearer is None or bearer.id == entity.id)
        name = named.name if renamed else entity.name
        changed = entity.model_copy(
            update={
                "name": name,
                "key": entity_key(name),
                "type": named.type if _tells_type(named, entity) else entity.type,
                "categories": _united(entity.categories, named.categories),
                "aliases": _aliases(name, entity.aliases, (entity.name, named.name, *named.aliases)),
                "description": self._description(entity, named),
            }
        )
        if changed == entity:
            return entity
        reason = "it has another name now" if renamed else reason
        return self._put(changed, reason=reason or "more is known about it")

    def _description(self, entity: Entity, named: NamedEntity) -> str:
        """Return what tells an entity from its namesakes.

        What is said of it now, if that is on the user's word.
        """
        return (
            named.description if named.is_trusted and named.description else entity.description or named.description
        )

    def _put(self, entity: Entity, *, reason: str) -> Entity:
        before = self._entities.get(entity.id)
        self._keep(entity)
        self._out.put_entity(entity, before=before, reason=reason)
        return entity

    def _keep(self, entity: Entity) -> None:
        self._entities[entity.id] = entity
        self._names.put(entity)
        for key in entity_keys(entity):
            ids = self._ids.setdefault(key, [])
            if entity.id not in ids:
                ids.append(entity.id)


def _type_of_new(named: NamedEntity) -> str:
    """Return the type of a new node: the given one, that of its noun, or a topic for a plain noun."""
    kind = type_of_noun(named.name) if named.type == GENERIC else named.type
    is_noun = kind == GENERIC and named.is_told_of and wording_of(named.name) == "noun"
    return TOPIC if is_noun and not any(owners_named(named.name)) else kind


def _tells_type(named: NamedEntity, entity: Entity) -> bool:
    """Return whether a type is told that says more than a node's: a topic may be an event or a product."""
    return entity.type == GENERIC or (entity.type == TOPIC and named.type not in (GENERIC, VALUE))


def _names_what_is_described(named: NamedEntity, entity: Entity) -> bool:
    """Return whether a name was told of what was only known as somebody's.

    So "Sweden" is told of what was "Ada's home country".
    """
    is_name = wording_of(named.name) == "name" and not any(owners_named(named.name))
    return named.is_trusted and is_name and not is_self(entity) and any(owners_named(entity.name))


def _united(known: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*known, *(item.strip() for item in more if item.strip()))))


def _aliases(name: str, known: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
    """Return merged aliases without the name itself, each normalised spelling once.

    Pronouns and words such as "friend" are left out.
    """
    said = (alias.strip() for alias in more)
    kept: dict[str, str] = {}
    for alias in (*known, *(alias for alias in said if alias and not is_nobodys(alias))):
        kept.setdefault(entity_key(alias), alias)
    kept.pop(entity_key(name), None)
    return tuple(kept.values())
